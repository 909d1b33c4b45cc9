package dev.caravan.call.prompt;

import static dev.caravan.McpClient.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.RouteTest;
import java.util.List;
import org.apache.camel.Processor;

/** Prompts of a test's own: how they are added, got and listed. */
abstract class PromptRouteTest extends RouteTest {

    protected static final String GREET = "- setBody: {simple: 'Hello, ${header.name}!'}";
    protected static final String NAME = "argument.name: Whom to greet\n        argument.name.required: true";

    /** A prompt whose route leaves that JSON as Java values. */
    protected void leaves(String json) throws Exception {
        leavesBody(json == null ? null : McpClient.JSON.readValue(json, Object.class));
    }

    protected void leavesBody(Object body) throws Exception {
        context.getRegistry().bind("leaveBody", (Processor) exchange -> exchange.getMessage().setBody(body));
        add("p_body", "description: x", "- process: {ref: leaveBody}");
    }

    protected void add(String name, String options, String steps) throws Exception {
        routes.add(name, "ai-prompt:" + name, options, steps);
    }

    protected static String text(Answer answer) {
        return answer.result().at("/messages/0/content/text").asText();
    }

    protected final Answer get(String revision, String name, String arguments) {
        ObjectNode params = object("{}").put("name", name);
        if (arguments != null) {
            params.set("arguments", object(arguments));
        }
        return ask(revision, "prompts/get", params, "GetPromptResult");
    }

    protected static JsonNode listed(JsonNode list, String name) {
        for (JsonNode prompt : list.get("prompts")) {
            if (prompt.get("name").asText().equals(name)) {
                return prompt;
            }
        }
        throw new AssertionError(name + " is not listed");
    }

    protected List<String> names() {
        List<String> names = new java.util.ArrayList<>();
        ask("2025-11-25", "prompts/list", object("{}"), "ListPromptsResult").result().get("prompts")
                .forEach(prompt -> names.add(prompt.get("name").asText()));
        return names;
    }
}
