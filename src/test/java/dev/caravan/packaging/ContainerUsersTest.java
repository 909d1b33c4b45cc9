package dev.caravan.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.Needs;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.EmbeddedServers;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** The users of Redis and MongoDB that {@code docker/compose.yaml} has: what they may do, and that no gateway is more than one of them. */
@Tag("full")
class ContainerUsersTest {

    private final JsonNode services = Manifests.read(Path.of("docker/compose.yaml")).get(0).get("services");
    private final JsonNode settings = services.at("/gateway/environment");

    ContainerUsersTest() throws IOException {
    }

    private String setting(String name) {
        return settings.get("CARAVAN_" + name).asText();
    }

    /** The words after {@code --user} on the server's own command line; the default user stays, to be asked what the other may. */
    private void asRedis(String redis) {
        Matcher user = Pattern.compile("--user tools (.*?)$").matcher(services.at("/redis/command/2").asText());
        assertThat(user.find()).isTrue();
        assertThat(services.at("/redis/command/2").asText()).contains("--user default off");
        String[] words = user.group(1).replace("\">$$REDISCLI_AUTH\"", ">tools'").replaceAll("'([~&]\\*)'", "$1").split(" ");
        try (Jedis owner = new Jedis(redis)) {
            owner.aclSetUser("tools", words);
        }
    }

    @Test
    void redisToolsReadAndWriteRecordsOnly() {
        try (EmbeddedServers servers = SharedServers.apart("redis-users")) {
            servers.start(List.of(ServerKind.REDIS));
            String redis = servers.properties().get("caravan.databases.redis.url");
            asRedis(redis);
            try (OwnGateway gateway = OwnGateway.withAllRoutes().set("databases.redis.url", redis)
                    .set("databases.redis.username", setting("DATABASES_REDIS_USERNAME"))
                    .set("databases.redis.password", "tools'").start()) {
                assertThat(
                        structured(gateway, "db_insert_redis", "{\"table\":\"orders\",\"data\":[{\"item\":\"chair\"},{\"item\":\"desk\"}]}")
                                .get("inserted_ids"))
                        .hasSize(2);
                assertThat(structured(gateway, "db_update_redis",
                        "{\"table\":\"orders\",\"data\":{\"item\":\"sofa\"},\"filters\":{\"item\":\"desk\"}}").get("updated_count")
                        .intValue()).isEqualTo(1);
                assertThat(structured(gateway, "db_delete_redis", "{\"table\":\"orders\",\"filters\":{\"item\":\"sofa\"}}")
                        .get("deleted_count").intValue()).isEqualTo(1);
                assertThat(structured(gateway, "db_query_redis", "{\"table\":\"orders\",\"filters\":{\"item\":\"chair\"}}").get("count")
                        .intValue()).isEqualTo(1);
            }
            try (Jedis tools = new Jedis(redis)) {
                tools.auth("tools", "tools'");
                for (String command : List.of("FLUSHALL", "CONFIG", "ACL", "DEBUG", "SHUTDOWN", "MODULE", "REPLICAOF")) {
                    assertThatThrownBy(() -> tools.sendCommand(() -> command.getBytes(StandardCharsets.US_ASCII), "x", "y"))
                            .as(command).isInstanceOf(JedisDataException.class).hasMessageContaining("NOPERM");
                }
            }
        }
    }

    /** The file itself, run by Node in the place of mongosh; there is no MongoDB with users that a test could start. */
    @Test
    void usersOfMongoDbHaveTheirOwnDatabase() throws Exception {
        Needs.program(Path.of("/usr/bin/node"), "nodejs");
        String stub = "const made = []; globalThis.db = {getSiblingDB: name => ({createUser: user => made.push({database: name, ...user})}"
                + ")};"
                + "require('vm').runInThisContext(require('fs').readFileSync('docker/mongodb/roles.js', 'utf8')); "
                + "console.log(JSON.stringify(made))";
        ProcessBuilder node = new ProcessBuilder("node", "--eval", stub);
        node.environment().putAll(Map.of("DOCUMENTS_PASSWORD", "d", "TOOLS_PASSWORD", "t"));
        JsonNode made = McpClient.JSON.readTree(node.start().getInputStream());

        assertThat(made).hasSize(2);
        made.forEach(user -> {
            String database = user.get("database").asText();
            assertThat(user.get("roles").toString()).isEqualTo("[{\"role\":\"readWrite\",\"db\":\"" + database + "\"}]");
            String address = setting(database.equals("shop") ? "DATABASES_MONGODB_URL" : "MONGODB_URI");
            assertThat(address).startsWith("mongodb://" + user.get("user").asText() + ":")
                    .containsPattern(database.equals("shop") ? "/shop\\?" : "authSource=caravan");
            String variable = user.get("pwd").asText().equals("d") ? "DOCUMENTS_PASSWORD" : "TOOLS_PASSWORD";
            assertThat(address).contains("${" + variable);
            assertThat(services.at("/mongodb/environment/" + variable).asText()).isEqualTo("${" + variable + "}");
        });
    }

    @Test
    void gatewayHasNoOwnerPassword() {
        assertThat(settings.toString()).doesNotContain("POSTGRES_PASSWORD").doesNotContain("${MONGODB_PASSWORD").doesNotContain("root");
    }

    private static JsonNode structured(OwnGateway gateway, String tool, String arguments) {
        McpClient.Answer answer = gateway.client().call(tool, McpClient.object(arguments));
        JsonNode content = answer.result().get("structuredContent");
        assertThat(content).as(answer.body()).isNotNull();
        return content;
    }
}
