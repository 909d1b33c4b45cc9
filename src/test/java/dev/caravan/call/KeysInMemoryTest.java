package dev.caravan.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.mcp.McpException;
import dev.caravan.store.KeyValue;
import dev.caravan.store.MemoryValues;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** Without a store, no key is forgotten early. */
class KeysInMemoryTest {

    private static AnsweredCalls keys(Duration remember, int most, int mostPerOwner, LongSupplier clock) {
        return new AnsweredCalls(new MemoryValues(KeyValue.Limits.refusing(mostPerOwner, most), clock),
                new MemoryValues(KeyValue.Limits.newest(most), clock), new MemoryValues(AnsweredCalls.answers(1_000), clock),
                new CallKeyProperties(remember, DataSize.ofKilobytes(1), mostPerOwner), false);
    }

    @Test
    void fullMemoryRefusesNewKeysAndKeepsOldOnes() throws Exception {
        AnsweredCalls keys = keys(Duration.ofMinutes(1), 100, 90, System::nanoTime);
        for (int i = 0; i < 100; i++) {
            assertThat(keys.begin("owner " + i % 2, "key " + i, "request", "run " + i)).isEmpty();
            keys.keep("run " + i, new byte[100]);
        }

        assertThatThrownBy(() -> keys.begin("owner 1", "new", "request", "new run")).isInstanceOf(McpException.class)
                .hasMessageContaining("was not run");
        for (int i = 0; i < 100; i++) {
            assertThat(keys.begin("owner " + i % 2, "key " + i, "request", "run " + i)).as("key " + i).isPresent();
        }
        keys.forget("owner 1", "key 7");
        assertThat(keys.begin("owner 1", "new", "request", "new run")).isEmpty();
    }

    @Test
    void expiredKeyIsRemovedWithItsAnswer() throws Exception {
        AtomicLong now = new AtomicLong();
        AnsweredCalls keys = keys(Duration.ofSeconds(20), 1, 1, now::get);
        keys.begin("ada", "key", "request", "run");
        now.addAndGet(Duration.ofSeconds(12).toNanos());
        keys.keep("run", new byte[] {1});
        assertThat(keys.begin("ada", "key", "request", "again").orElseThrow().answer()).containsExactly(1);
        now.addAndGet(Duration.ofSeconds(10).toNanos()); // the key has expired, its answer has not

        assertThat(keys.begin("ada", "key", "request", "later")).isEmpty();
        assertThat(keys.begin("ada", "key", "request", "last").orElseThrow().answer()).isNull();
    }

    @Test
    void keysOfACallerAreLimited() throws Exception {
        AnsweredCalls keys = keys(Duration.ofMinutes(1), 10, 1, System::nanoTime);
        keys.begin("ada", "a", "request", "run");

        assertThatThrownBy(() -> keys.begin("ada", "b", "request", "run")).isInstanceOf(McpException.class)
                .hasMessageContaining("limit of 1 idempotency keys");
        assertThat(keys.begin("bob", "b", "request", "run")).isEmpty();
        keys.forget("ada", "a");
        assertThat(keys.begin("ada", "c", "request", "run")).isEmpty();
    }
}
