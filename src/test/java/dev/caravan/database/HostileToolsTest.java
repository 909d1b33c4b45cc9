package dev.caravan.database;

import static dev.caravan.embedded.ServerKind.MARIADB;
import static dev.caravan.embedded.ServerKind.MEDICAL;
import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.OPENSEARCH;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;
import static dev.caravan.embedded.ServerKind.REDIS;
import static dev.caravan.embedded.ServerKind.SQLITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.GatewayLog;
import dev.caravan.OwnGateway;
import dev.caravan.json.HostileRequests;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each of the repository's tools answers each hostile value in each of its arguments, and the log has no error. */
@Tag("nightly")
class HostileToolsTest {

    @Test
    void everyToolAnswersEveryValue() {
        DatabaseTest.STORES.values().forEach(store -> store.create("hostile", TestStore.columns("id INTEGER, name TEXT, age INTEGER")));
        try (OwnGateway gateway = OwnGateway.withAllRoutes().servers(MONGO, NEO4J, POSTGRESQL, MARIADB, SQLITE, REDIS, OPENSEARCH, MEDICAL)
                .start();
                GatewayLog log = GatewayLog.record()) {
            HostileRequests requests = new HostileRequests(gateway.port(), Map.of()).with("table", TextNode.valueOf("hostile"));
            JsonNode tools = gateway.client().legacy("2025-11-25", "tools/list", null, "ListToolsResult").result().get("tools");
            assertThat(tools).hasSizeGreaterThan(50);

            tools.forEach(tool -> requests.toTool("/mcp", tool));

            assertThat(requests.sent()).isGreaterThan(1_000);
            assertThat(log.written(gateway.camel()).lines().filter(line -> line.matches("\\S+ ERROR .*"))).isEmpty();
        }
    }
}
