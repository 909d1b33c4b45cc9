package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.observe.AuditQueue.AuditProperties.WhenFull;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * When the queue is full, a call waits for room or its event is counted as lost, as {@code caravan.audit.when-full} says. Never both, and
 * never without a count.
 */
class AuditQueueTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void aCallWaitsForRoom() throws Exception {
        AuditQueue queue = full(WhenFull.WAIT);
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

    @Test
    void anEventIsCountedAsLost() throws Exception {
        AuditQueue queue = full(WhenFull.LOSE);

        queue.put(event());

        assertThat(lost()).isEqualTo(1);
        assertThat(queue.take(AuditQueue.SIZE + 1, Duration.ZERO)).hasSize(AuditQueue.SIZE);
        assertThat(queue.pending()).as("taken, not written").isEqualTo(AuditQueue.SIZE);
    }

    /** A refused request holds a thread of the server, not of a call. */
    @Test
    void theEventOfARefusalNeverWaits() throws Exception {
        AuditQueue queue = full(WhenFull.WAIT);

        new Refusals(queue).tell("ada", null, "POST /mcp", "HTTP_401");

        assertThat(lost()).isEqualTo(1);
        assertThat(queue.take(AuditQueue.SIZE + 1, Duration.ZERO)).hasSize(AuditQueue.SIZE);
    }

    private AuditQueue full(WhenFull whenFull) {
        AuditQueue queue = new AuditQueue(new AuditQueue.AuditProperties("", whenFull), meters);
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
