package dev.caravan.call.tool;

import static dev.caravan.McpClient.object;
import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A gateway with the quick start's tools. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class QuickStartTools {

    private static final Path NONE = TemporaryFolder.make("caravan-definitions").resolve("none.db");

    OwnGateway gateway;

    @BeforeAll
    void start() {
        gateway = OwnGateway.withAllRoutes().servers(MONGO, NEO4J, POSTGRESQL).settings(
                "databases.mysql.url=jdbc:mysql://127.0.0.1:9/none",
                "databases.sqlite.url=jdbc:sqlite:" + NONE,
                "databases.mongodb.url=mongodb://127.0.0.1:9/none",
                "databases.redis.url=redis://127.0.0.1:9", "databases.opensearch.url=http://127.0.0.1:9").shared().start();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    McpClient.Answer list() {
        return gateway.client().legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult");
    }

    Map<String, JsonNode> tools() {
        Map<String, JsonNode> tools = new TreeMap<>();
        list().result().get("tools").forEach(tool -> tools.put(tool.get("name").asText(), tool));
        return tools;
    }
}
