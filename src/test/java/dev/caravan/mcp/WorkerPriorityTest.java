package dev.caravan.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Threads that run requests step back behind the JVM's compiler, and no other thread does. package-check reads what the operating system
 * makes of it.
 */
@Tag("full")
class WorkerPriorityTest {

    private static final String TOOL = """
            - route:
                id: where
                from:
                  uri: ai-tool:where
                  steps:
                    - setBody:
                        simple: ${threadName}
            """;

    @Test
    void threadOfACallHasTheLowestPriorityAndThoseThatReadRequestsHaveNot() {
        try (OwnGateway gateway = OwnGateway.withEntries().file("where", TOOL).shared().start()) {
            String worker = gateway.client().envelope("where", McpClient.object("{}")).at("/data").asText();
            List<Thread> threads = List.copyOf(Thread.getAllStackTraces().keySet());

            assertThat(worker).matches("XNIO-\\d+ task-\\d+");
            assertThat(threads).filteredOn(thread -> thread.getName().equals(worker)).singleElement().extracting(Thread::getPriority)
                    .isEqualTo(Thread.MIN_PRIORITY);
            String reader = worker.replaceAll("task-\\d+", "I/O-");
            assertThat(threads).filteredOn(thread -> thread.getName().startsWith(reader)).isNotEmpty()
                    .allMatch(thread -> thread.getPriority() == Thread.NORM_PRIORITY);
        }
    }
}
