package dev.caravan.mcp.task;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A call that a route has named, such as through call_tool, becomes a task that runs its tool once. */
class ForwardedTaskTest extends TaskToolsTest {

    @Test
    void taskOfCallToolRunsTheToolOnce() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        bind("countTask", exchange -> exchange.getMessage().setBody("run " + runs.incrementAndGet()));
        add("k_counted", "- to: mcp:task\n        - process: {ref: countTask}");

        JsonNode begun = McpClient.at(port(), "/mcp?mode=discover")
                .modern("tools/call", object("{\"name\":\"call_tool\",\"arguments\":{\"name\":\"k_counted\",\"arguments\":{}}}"),
                        object(CAPABILITIES), "Result")
                .result();
        assertThat(begun.path("resultType").asText()).as(begun.toString()).isEqualTo("task");
        JsonNode ended = ended(begun.get("taskId").asText());

        assertThat(ended.get("status").asText()).isEqualTo("completed");
        assertThat(ended.at("/result/structuredContent/data").asText()).isEqualTo("run 1");
        assertThat(runs).hasValue(1);
    }
}
