package dev.caravan.mcp.task;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient.Answer;
import dev.caravan.RouteTest;
import java.time.Duration;
import java.util.List;
import org.apache.camel.Processor;

/** Tools of a test whose calls go on as tasks, and a client that knows tasks. */
abstract class TaskToolsTest extends RouteTest {

    static final String CAPABILITIES = "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}},\"elicitation\":{}}";
    static final String ELICIT = "- to: {uri: 'mcp:elicit', parameters: {key: %s, message: Well?, field.value: string, wait: %s}}";

    final void add(String name, String steps) throws Exception {
        routes.add(name, "ai-tool:" + name, "description: x\n        timeout: 30s\n"
                + "        argSchema: '{\"type\":\"object\",\"properties\":{\"what\":{\"type\":\"string\"}}}'", steps);
    }

    final void bind(String name, Processor processor) {
        context.getRegistry().bind(name, Processor.class, processor);
    }

    final String begin(String tool) {
        JsonNode begun = call(tool, "{}").result();
        assertThat(begun.get("resultType").asText()).as(begun.toString()).isEqualTo("task");
        return begun.get("taskId").asText();
    }

    final Answer call(String tool, String arguments, String... headers) {
        ObjectNode params = JSON.createObjectNode().put("name", tool);
        params.set("arguments", object(arguments));
        return client.modern("tools/call", params, object(CAPABILITIES), "Result", headers);
    }

    final Answer task(String method, String id, String params, String... headers) {
        return client.modern(method, object(params).put("taskId", id), object(CAPABILITIES), "Result", headers);
    }

    final Answer get(String id) {
        return task("tasks/get", id, "{}");
    }

    final Answer answer(String id, String responses) {
        return task("tasks/update", id, "{\"inputResponses\":" + responses + "}");
    }

    final JsonNode ended(String id) {
        await().pollInterval(Duration.ofMillis(50))
                .until(() -> !List.of("working", "input_required").contains(get(id).result().get("status").asText()));
        return get(id).result();
    }
}
