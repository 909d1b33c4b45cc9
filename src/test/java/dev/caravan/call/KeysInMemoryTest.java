package dev.caravan.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.mcp.McpException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Without a store, no key is forgotten early. */
class KeysInMemoryTest {

    @Test
    void fullMemoryRefusesNewKeysAndKeepsOldOnes() throws Exception {
        KeysInMemory keys = new KeysInMemory(Duration.ofMinutes(1), 100, 90, 1_000);
        for (int i = 0; i < 100; i++) {
            assertThat(keys.begin("owner " + i % 2, "key " + i, "request")).isEmpty();
            keys.keep("key " + i, new byte[100]);
        }

        assertThatThrownBy(() -> keys.begin("owner 1", "new", "request")).isInstanceOf(McpException.class).hasMessageContaining("was not run");
        for (int i = 0; i < 100; i++) {
            assertThat(keys.begin("owner " + i % 2, "key " + i, "request")).as("key " + i).isPresent();
        }
        keys.forget("key 7");
        assertThat(keys.begin("owner 1", "new", "request")).isEmpty();
    }

    @Test
    void expiredKeyIsRemovedWithItsAnswer() throws Exception {
        AtomicLong now = new AtomicLong();
        KeysInMemory keys = new KeysInMemory(Duration.ofSeconds(20), 1, 1, 1_000, now::get);
        keys.begin("ada", "key", "request");
        now.addAndGet(Duration.ofSeconds(12).toNanos());
        keys.keep("key", new byte[] {1});
        assertThat(keys.begin("ada", "key", "request").orElseThrow().answer()).containsExactly(1);
        now.addAndGet(Duration.ofSeconds(10).toNanos()); // the key has expired, its answer has not

        assertThat(keys.begin("ada", "key", "request")).isEmpty();
        assertThat(keys.begin("ada", "key", "request").orElseThrow().answer()).isNull();
    }

    @Test
    void keysOfACallerAreLimited() throws Exception {
        KeysInMemory keys = new KeysInMemory(Duration.ofMinutes(1), 10, 1, 1_000);
        keys.begin("ada", "a", "request");

        assertThatThrownBy(() -> keys.begin("ada", "b", "request")).isInstanceOf(McpException.class).hasMessageContaining("limit of 1 idempotency keys");
        assertThat(keys.begin("bob", "b", "request")).isEmpty();
        keys.forget("a");
        assertThat(keys.begin("ada", "c", "request")).isEmpty();
    }
}
