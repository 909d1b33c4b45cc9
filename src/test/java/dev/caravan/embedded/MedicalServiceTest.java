package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Calls the example's HTTP service and checks every answer against {@code config/toolboxes/medical.openapi.yaml}. Base class of its tests.
 */
abstract class MedicalServiceTest {

    static final ObjectMapper JSON = new ObjectMapper();
    static final Path FILE = Path.of("config/toolboxes/medical.openapi.yaml");
    static final String REPORT = "{\"title\":\"季度报告 🩺\",\"period\":{\"from\":\"2026-01-01\",\"to\":\"2026-03-31\"},"
            + "\"findings\":[{\"code\":\"BP-1\",\"note\":\"140/90\"},{\"code\":\"BP-2\"}]}";

    final HttpClient http = HttpClient.newHttpClient();
    final ServerHandle server = SharedServers.get(ServerKind.MEDICAL);
    final JsonNode document = document();

    record Answer(int status, JsonNode json) {
    }

    private static JsonNode document() {
        try {
            return new YAMLMapper().readTree(Files.readString(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Answer post(String path, String body) throws Exception {
        return send("POST", path, body, "Content-Type", "application/json", "X-Request-Source", "ward-7");
    }

    HttpResponse<String> raw(String method, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(server.address() + path)).method(method, HttpRequest.BodyPublishers.noBody()).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    Answer send(String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + path))
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        JsonNode json = JSON.readTree(response.body());

        String operation = path.contains("/reports") ? "#/paths/~1diseases~1{disease_id}~1reports/post"
                : "#/paths/~1diseases~1{disease_id}/get";
        JsonNode told = document.at(operation.substring(1) + "/responses/" + response.statusCode());
        assertThat(told.isObject()).as("the document tells of %s by %s", response.statusCode(), operation).isTrue();
        if (told.has("$ref")) {
            told = document.at(told.get("$ref").textValue().substring(1));
        }
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        assertThat(violations(told.at("/content/application~1json/schema/$ref").textValue(), json)).as(response.body()).isEmpty();
        return new Answer(response.statusCode(), json);
    }

    /** Returns the violations of the schema at this reference. */
    List<Error> violations(String reference, JsonNode value) {
        ObjectNode schema = document.deepCopy();
        schema.put("$ref", reference);
        Schema compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
                registry -> registry.schemaRegistryConfig(SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()))
                .getSchema(schema);
        return compiled.validate(value);
    }
}
