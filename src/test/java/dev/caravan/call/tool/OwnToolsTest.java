package dev.caravan.call.tool;

import static dev.caravan.McpClient.object;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient.Answer;
import dev.caravan.RouteTest;
import java.util.List;

/** Tests whose tools are routes of their own in the shared gateway. */
abstract class OwnToolsTest extends RouteTest {

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
