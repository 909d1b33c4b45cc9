package dev.caravan.tool;

import static dev.caravan.McpClient.object;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnRoutes;
import java.util.List;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;

/** Tests whose tools are routes of their own in the shared gateway. */
abstract class OwnToolsTest extends GatewayTest {

    @Autowired
    CamelContext context;

    OwnRoutes routes;

    @BeforeEach
    void ownRoutes() {
        routes = new OwnRoutes(context);
    }

    @AfterEach
    void removeRoutes() throws Exception {
        routes.close();
    }

    void add(String name, String options, String steps) throws Exception {
        routes.add(name, "ai-tool:" + name, options, steps);
    }

    List<String> names() {
        return list().findValuesAsText("name");
    }

    JsonNode tool(String name) {
        return tool(name, client.legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult"));
    }

    static JsonNode tool(String name, Answer list) {
        for (JsonNode tool : list.result().get("tools")) {
            if (tool.get("name").asText().equals(name)) {
                return tool;
            }
        }
        throw new AssertionError(name + " is not listed");
    }

    JsonNode list() {
        return client.legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools");
    }
}
