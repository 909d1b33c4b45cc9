package dev.caravan.json;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Places for work that takes much of the heap: as many as the heap has room for. Work waits for its places. Each kind of work has its own
 * places, because one call may do several kinds. The sizes here were measured; a heap of 512 MB works with them, and a larger one does more
 * at the same time.
 */
public final class HeapRoom {

    /** Heap for a KB of JSON of a context: the text, its nodes with up to 20 times that, and the answer. */
    private static final long OF_CONTEXT_KB = 32 << 10;
    /** Heap for a kept result that is read: the nodes of 16 MB of JSON. */
    private static final long OF_RESULT = 512L << 20;
    /**
     * Heap for a call that reads from MongoDB: a reply of 16 MB, the documents that the driver makes of it at once, and what else the
     * gateway holds.
     */
    private static final long OF_REPLY = 64L << 20;

    private final int all;
    private final Semaphore free;

    public HeapRoom(int places) {
        this.all = places;
        this.free = new Semaphore(places, true);
    }

    /** Returns a place for each KB of JSON of contexts. */
    public static HeapRoom ofContexts(long heap) {
        return new HeapRoom((int) Math.max(1, heap / OF_CONTEXT_KB));
    }

    /** Returns a place for each kept result that is read at the same time. */
    public static HeapRoom ofResults() {
        return new HeapRoom((int) Math.max(1, heap() / OF_RESULT));
    }

    /** Returns a place for each call that reads from MongoDB at the same time, at least two. */
    public static HeapRoom ofReplies() {
        return new HeapRoom((int) Math.max(2, heap() / OF_REPLY));
    }

    /** Returns how many bytes of heap the bodies of requests may take, with what is made of them: a third. */
    public static long ofBodies() {
        return heap() / 3;
    }

    /** Returns the size of the heap in bytes. */
    public static long heap() {
        return Runtime.getRuntime().maxMemory();
    }

    /** Returns the number of places. */
    public int all() {
        return all;
    }

    /** Returns the number of places that nobody has. */
    public int free() {
        return free.availablePermits();
    }

    /**
     * Takes places, or returns false if they are not free within {@code patience}. Others who wait come first, except before a single
     * place.
     */
    public boolean take(int places, Duration patience) throws InterruptedException {
        // to pass each place on to a thread that must wake up first costs a third of the throughput
        return places == 1 && free.tryAcquire() || free.tryAcquire(places, patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    public void give(int places) {
        free.release(places);
    }
}
