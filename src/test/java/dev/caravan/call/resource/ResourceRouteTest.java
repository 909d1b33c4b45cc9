package dev.caravan.call.resource;

import static dev.caravan.McpClient.object;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient.Answer;
import dev.caravan.RouteTest;
import java.util.List;

/** Resources of a test's own: how they are added, read and listed. */
abstract class ResourceRouteTest extends RouteTest {

    protected static final String HELLO = "- setBody: {constant: 'hello'}";

    protected void add(String name, String options, String steps) throws Exception {
        routes.add(name, "ai-resource:" + name, options, steps);
    }

    protected final Answer read(String revision, String uri) {
        return ask(revision, "resources/read", object("{}").put("uri", uri), "ReadResourceResult");
    }

    protected JsonNode listed(String name) {
        return listed(ask("2025-11-25", "resources/list", object("{}"), "ListResourcesResult").result(), name);
    }

    protected static JsonNode listed(JsonNode list, String name) {
        for (JsonNode resource : list.get("resources")) {
            if (resource.get("name").asText().equals(name)) {
                return resource;
            }
        }
        throw new AssertionError(name + " is not listed");
    }

    protected List<String> names() {
        return ask("2025-11-25", "resources/list", object("{}"), "ListResourcesResult").result().get("resources").findValuesAsText("name");
    }
}
