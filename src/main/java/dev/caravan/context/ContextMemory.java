package dev.caravan.context;

import dev.caravan.call.Running;
import dev.caravan.json.HeapRoom;
import dev.caravan.store.StoreProperties;
import java.time.Duration;
import org.apache.camel.Exchange;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Limits how much JSON of contexts is in memory at the same time, by the size of the heap. A heap of 512 MB has room for one context of the
 * largest size, or for many smaller ones. Small values need no room. A call keeps its room until it is answered, because its answer is made
 * from the JSON.
 */
@Component
class ContextMemory {

    /** JSON of this size needs no room, in bytes. */
    static final long FREE = 64 << 10;

    private static final int KB = 1024;

    private final HeapRoom room;
    private final Duration patience;

    @Autowired
    ContextMemory(StoreProperties settings) {
        this(HeapRoom.heap(), settings.statementTimeout());
    }

    ContextMemory(long heap, Duration patience) {
        this.room = HeapRoom.ofContexts(heap);
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
        return room.free();
    }

    private void take(long bytes, Exchange asking) throws ContextFailure {
        int share = (int) Math.min(room.all(), bytes / KB);
        try {
            if (!room.take(share, patience)) {
                throw ContextFailure.busy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ContextFailure.busy();
        }
        Running.whenAnswered(asking, () -> room.give(share));
    }
}
