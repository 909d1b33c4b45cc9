package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * When the queue is full, a call waits for room, and the event of a refusal is counted as lost. Never both, and never without a count.
 */
class AuditQueueTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void aCallWaitsForRoom() throws Exception {
        AuditQueue queue = full();
        Thread call = new Thread(() -> queue.put(event()));
        call.start();
        await().until(() -> call.getState() == Thread.State.WAITING);
        call.interrupt(); // a late call has its event too
        await().until(() -> call.getState() == Thread.State.WAITING);

        assertThat(queue.take(1, Duration.ZERO)).hasSize(1);

        call.join();
        assertThat(queue.take(AuditQueue.SIZE + 1, Duration.ZERO)).hasSize(AuditQueue.SIZE);
        assertThat(lost()).isZero();
    }

    /** A refused request holds a thread of the server, not of a call. */
    @Test
    void theEventOfARefusalNeverWaits() throws Exception {
        AuditQueue queue = full();

        new Refusals(queue).tell("ada", null, "POST /mcp", "HTTP_401");

        assertThat(lost()).isEqualTo(1);
        assertThat(queue.take(AuditQueue.SIZE + 1, Duration.ZERO)).hasSize(AuditQueue.SIZE);
        assertThat(queue.pending()).as("taken, not written").isEqualTo(AuditQueue.SIZE);
    }

    private AuditQueue full() {
        AuditQueue queue = new AuditQueue(meters);
        for (int i = 0; i < AuditQueue.SIZE; i++) {
            queue.put(event());
        }
        return queue;
    }

    private double lost() {
        return meters.get("caravan.audit.dropped").counter().count();
    }

    private static AuditEvent event() {
        return new AuditEvent(Instant.now(), "ada", null, Map.of(), null, "SUCCESS", null, null);
    }
}
