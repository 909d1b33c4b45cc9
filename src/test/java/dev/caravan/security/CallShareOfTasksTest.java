package dev.caravan.security;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient.Answer;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.WaitingStep;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call that goes on as a task has a place of its caller's share until the task has ended. */
@Tag("full")
class CallShareOfTasksTest {

    private static final String KEY = "kAnn-8f3c0c6f0b1e4c5f9f0e";
    private static final String CAPABILITIES = "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";

    @Test
    void taskCountsAsARunningCall() {
        try (OwnGateway gateway = OwnGateway.withEntries().store().set("tools.max-in-flight-per-caller", 1)
                .apiKey("ann", KEY, "tools:read,tools:call").tool("quick", "t", "done")
                .file("long",
                        RouteYaml.tool("long", "timeout: 300s", "- to: mcp:task\n" + WaitingStep.YAML + "\n- setBody:\n    constant: done"))
                .start()) {
            await("tasks, once there is the store").atMost(60, SECONDS).until(() -> isTask(call(gateway, "long")));
            await().untilAsserted(() -> assertThat(call(gateway, "quick")).extracting(Answer::body).asString().contains("done"));
            WaitingStep.close();
            assertThat(isTask(call(gateway, "long"))).isTrue();
            await().until(() -> WaitingStep.waiting() == 1);

            Answer refused = call(gateway, "quick");

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.error().get("message").asText()).contains("running calls for one caller");
            WaitingStep.open();
            await().until(() -> call(gateway, "quick").status() == 200);
        } finally {
            WaitingStep.open();
        }
    }

    private static boolean isTask(Answer answer) {
        return answer.status() == 200 && answer.result().path("resultType").asText().equals("task");
    }

    private static Answer call(OwnGateway gateway, String tool) {
        return gateway.client().modern("tools/call", object("{\"name\":\"" + tool + "\",\"arguments\":{}}"), object(CAPABILITIES), "Result",
                "X-API-Key", KEY);
    }
}
