package dev.caravan.call.completion;

import static dev.caravan.McpClient.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient.Answer;
import dev.caravan.RouteTest;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Processor;

/** A prompt of a test's own, whose arguments are completed. */
abstract class CompletedPromptTest extends RouteTest {

    protected static final String NOTHING = "- setBody: {constant: x}";

    protected void prompt(String options) throws Exception {
        routes.add("c_prompt", "ai-prompt:c_prompt", options, NOTHING);
    }

    protected void leaves(Processor suggestions) throws Exception {
        Processor bound = exchange -> suggestions.process(exchange); // of one class, or the registry would keep the one before
        context.getRegistry().bind("suggest", bound);
        routes.add("c-suggestions", "direct:c-suggestions", "block: true", "- process: {ref: suggest}");
    }

    protected Answer complete(String revision, String prompt, String argument, String typed, ObjectNode chosen) {
        return complete(revision, object("{\"type\":\"ref/prompt\"}").put("name", prompt), argument, typed, chosen);
    }

    protected Answer completeTemplate(String revision, String template, String variable, String typed) {
        return complete(revision, object("{\"type\":\"ref/resource\"}").put("uri", template), variable, typed, null);
    }

    private Answer complete(String revision, ObjectNode ref, String argument, String typed, ObjectNode chosen) {
        ObjectNode params = object("{}");
        params.set("ref", ref);
        params.putObject("argument").put("name", argument).put("value", typed);
        if (chosen != null) {
            params.set("context", chosen);
        }
        return ask(revision, "completion/complete", params, "CompleteResult");
    }

    protected static List<String> values(JsonNode completion) {
        List<String> values = new ArrayList<>();
        completion.get("values").forEach(value -> values.add(value.textValue()));
        return values;
    }
}
