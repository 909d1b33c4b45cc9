package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Health says of each dependency whether it is there, and neither waits for one nor gives the gateway up for it. */
@Tag("full")
class HealthTest extends ObservedGatewayTest {

    @Test
    void healthNamesEachDependency() throws IOException {
        await().untilAsserted(() -> {
            JsonNode health = health("/actuator/health");
            assertThat(health.get("status").asText()).isEqualTo("UP");
            assertThat(health.at("/components/dependencies/components").fieldNames()).toIterable()
                    .contains("mongodb", "neo4j", "database-postgresql", "database-redis", "web-search", "ontology-query",
                            "ontology-manager", "operator-integration", "mcp-proxy");
            health.at("/components/dependencies/components").properties().stream()
                    .filter(entry -> entry.getKey().matches("mongodb|neo4j|database-.*"))
                    .forEach(entry -> assertThat(entry.getValue().get("status").asText()).as(entry.toString()).isEqualTo("UP"));
            assertThat(health.at("/components").fieldNames()).toIterable().contains("store", "sources", "localRecall", "routes",
                    "entries");
        });
        assertThat(health("/actuator/health").toString()).doesNotContain("password").doesNotContain("jdbc:").doesNotContain("mongodb://");
    }

    @Tag("nightly")
    @Test
    void lostDatabaseDegradesOnlyItself() throws IOException {
        ServerHandle redis = SharedServers.get(ServerKind.REDIS);
        redis.stop();
        try {
            await().until(() -> status("database-redis").equals("DEGRADED"));
            await().untilAsserted(() -> assertThat(status("database-postgresql")).isEqualTo("UP"));
            assertThat(get("/actuator/health").statusCode()).isEqualTo(200);
            assertThat(get("/actuator/health/liveness").body()).contains("\"status\":\"UP\"");
            HttpResponse<String> ready = get("/actuator/health/readiness");
            assertThat(ready.statusCode()).as(ready.body()).isEqualTo(200);
            assertThat(ready.body()).contains("entry-http");
        } finally {
            redis.start();
        }
        await().until(() -> status("database-redis").equals("UP"));
    }

    private String status(String dependency) throws IOException {
        return health("/actuator/health").at("/components/dependencies/components/" + dependency + "/status").asText();
    }

    private JsonNode health(String path) throws IOException {
        return McpClient.JSON.readTree(get(path).body());
    }
}
