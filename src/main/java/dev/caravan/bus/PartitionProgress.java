package dev.caravan.bus;

import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Tracks the answered messages of a partition that is processed in parallel. The committed offset is the first unanswered message.
 * After a gateway died, the first messages run one at a time until the one that may have killed it is past.
 */
final class PartitionProgress {

    private final int deliveries;
    private long start;
    private final int together;
    private long suspect;
    private long aloneBefore;
    /** {offset: key of the record, or nothing}. */
    private final TreeMap<Long, ByteBuffer> inFlight = new TreeMap<>();
    private int left;
    private boolean noted;
    private long next;
    private long committed;

    /**
     * @param start      first offset; below 0 if it is not known
     * @param deliveries deliveries of the message at that offset, including this one
     * @param together   limit of messages in flight
     */
    PartitionProgress(long start, int deliveries, int together) {
        this.deliveries = deliveries;
        this.start = start;
        this.together = together;
        this.next = start;
        this.committed = start;
        suspect(start);
    }

    private void suspect(long offset) {
        suspect = offset;
        aloneBefore = deliveries > 1 ? offset + 2L * together + 2 : offset;
    }

    /** Waits while the message must run alone. */
    synchronized void begin(long offset, byte[] key) throws InterruptedException {
        while (offset < aloneBefore && !inFlight.isEmpty()) {
            wait();
        }
        inFlight.put(offset, key == null ? null : ByteBuffer.wrap(key));
        next = Math.max(next, offset + 1);
    }

    /** Waits while an earlier message with the same key is in flight. */
    synchronized void takeTurn(long offset, byte[] key) throws InterruptedException {
        while (key != null && inFlight.headMap(offset).containsValue(ByteBuffer.wrap(key))) {
            wait();
        }
    }

    synchronized void end(long offset) {
        inFlight.remove(offset);
        notifyAll();
    }

    /** Leaves a message in flight, to another gateway: it is neither committed nor waited for. */
    synchronized void leave() {
        left++;
        notifyAll();
    }

    synchronized int inFlight() {
        return inFlight.size();
    }

    /**
     * Returns whether this is the first message, on the first call for it. Its offset is not the first one if that was compacted, or
     * marks a transaction.
     */
    synchronized boolean isFirst(long offset) {
        if (noted || offset < suspect) {
            return false;
        }
        noted = true;
        suspect(offset);
        start = offset; // committed with its number of deliveries, which another commit would drop
        committed = offset;
        return true;
    }

    /** Returns how often this message was delivered, as far as known. */
    synchronized int deliveries(long offset) {
        return offset == suspect ? deliveries : 1;
    }

    /** Returns the offset to commit; empty if it is already committed. */
    synchronized OptionalLong toCommit() {
        long upTo = inFlight.isEmpty() ? next : inFlight.firstKey();
        if (upTo <= committed) {
            return OptionalLong.empty();
        }
        committed = upTo;
        return OptionalLong.of(upTo);
    }

    /** Has the next {@link #toCommit} return an offset again, because committing failed. */
    synchronized void notCommitted() {
        committed = start;
    }

    /** Returns the first unanswered offset; empty if none is known. */
    synchronized OptionalLong answered() {
        long first = inFlight.isEmpty() ? next : inFlight.firstKey();
        return first < 0 ? OptionalLong.empty() : OptionalLong.of(first);
    }

    /** Waits until nothing is in flight, or until the deadline in {@link System#nanoTime}. */
    synchronized void settle(long deadline) throws InterruptedException {
        while (inFlight.size() > left) {
            long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (millis <= 0) {
                return;
            }
            wait(millis);
        }
    }
}
