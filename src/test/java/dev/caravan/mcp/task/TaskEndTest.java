package dev.caravan.mcp.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.call.Running;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.junit.jupiter.api.Test;
import org.springframework.stereotype.Component;

/** What a task holds until its answer, such as room for a large context, is given back when the task ends. */
class TaskEndTest {

    private static final ObjectNode CAPABILITIES = McpClient.object("{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");

    /** Runs after the request that began the task is answered. */
    @Component
    static class Holder implements Processor {

        final CountDownLatch answered = new CountDownLatch(1);
        final CountDownLatch released = new CountDownLatch(1);

        @Override
        public void process(Exchange exchange) throws InterruptedException {
            assertThat(answered.await(1, TimeUnit.MINUTES)).isTrue();
            Running.whenAnswered(exchange, released::countDown);
        }
    }

    @Test
    void workOfTheTaskEndsWithTheTask() throws Exception {
        try (OwnGateway gateway = OwnGateway.withEntries().shared().bean(Holder.class).store()
                .file("plain",
                        RouteYaml.tool("plain", "description: A tool\nreadOnlyHint: true",
                                "- to: mcp:task\n- setBody:\n    constant: done"))
                .file("held", RouteYaml.tool("held", "description: A tool\nreadOnlyHint: true",
                        "- to: mcp:task\n- process:\n    ref: taskEndTest.Holder\n- setBody:\n    constant: done"))
                .start()) {
            await().atMost(Duration.ofMinutes(2)).until(() -> isTask(gateway, "plain")); // once the store is ready
            Holder holder = gateway.bean(Holder.class);

            assertThat(isTask(gateway, "held")).isTrue();
            await().atMost(Duration.ofMinutes(1)).until(() -> gateway.camel().getInflightRepository().size("held") == 1
                    && gateway.camel().getInflightRepository().size("entry-http") == 0);
            holder.answered.countDown();

            assertThat(holder.released.await(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    private static boolean isTask(OwnGateway gateway, String tool) throws Exception {
        return gateway.client().modern("tools/call", McpClient.object("{\"arguments\":{}}").put("name", tool), CAPABILITIES, "Result")
                .json().at("/result/taskId").isTextual();
    }
}
