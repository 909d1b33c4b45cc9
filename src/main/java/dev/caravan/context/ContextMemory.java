package dev.caravan.context;

import dev.caravan.call.Running;
import dev.caravan.store.StoreProperties;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Limits how much JSON of contexts is in memory at the same time, by the size of the heap. A heap of 512 MB has room for one context of the largest
 * size, or for many smaller ones. Small values need no room. A call keeps its room until it is answered, because its answer is made from the JSON.
 */
@Component
class ContextMemory {

    /** JSON of this size needs no room, in bytes. */
    static final long FREE = 64 << 10;

    /** Heap for each byte of JSON: the text, its nodes with up to 20 times that, and the answer. */
    private static final int HEAP_PER_BYTE = 32;

    private static final int UNIT = 1024;

    private final int all;
    private final Semaphore units;
    private final Duration patience;

    @Autowired
    ContextMemory(StoreProperties settings) {
        this(Runtime.getRuntime().maxMemory(), settings.statementTimeout());
    }

    ContextMemory(long heap, Duration patience) {
        this.all = (int) Math.max(1, heap / HEAP_PER_BYTE / UNIT);
        this.units = new Semaphore(all, true);
        this.patience = patience;
    }

    /** A read of JSON. It may run twice. */
    interface Read<T> {

        /** @throws TooLarge if the JSON has more bytes than {@code most} */
        T run(long most) throws ContextFailure;
    }

    /** The JSON is larger than allowed and was not read. */
    static final class TooLarge extends RuntimeException {

        private final long bytes;

        TooLarge(long bytes) {
            super(null, null, false, false);
            this.bytes = bytes;
        }
    }

    /**
     * Reads JSON. If it is large, waits first until there is room for it.
     *
     * @param asking its call gets the answer
     * @throws ContextFailure BUSY if there is no room in time
     */
    <T> T read(Exchange asking, Read<T> read) throws ContextFailure {
        try {
            return read.run(FREE);
        } catch (TooLarge large) {
            take(large.bytes, asking);
            return read.run(Long.MAX_VALUE);
        }
    }

    /** Returns the room that is left, in KB. */
    int free() {
        return units.availablePermits();
    }

    private void take(long bytes, Exchange asking) throws ContextFailure {
        int share = (int) Math.min(all, bytes / UNIT);
        try {
            if (!units.tryAcquire(share, patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw ContextFailure.busy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ContextFailure.busy();
        }
        Running.whenAnswered(asking, () -> units.release(share));
    }
}
