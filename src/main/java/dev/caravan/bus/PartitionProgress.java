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

    private final long start;
    private final int deliveries;
    private final int together;
    /** Offset of the first message; -1 before it arrived. */
    private long first = -1;
    /** {offset: key of the record, or nothing}. */
    private final TreeMap<Long, ByteBuffer> inFlight = new TreeMap<>();
    private int left;
    private long next;
    private long committed;

    /**
     * @param start      offset from which messages are read; the first message may have a later one. Below 0 if it is not known
     * @param deliveries deliveries of the first message, including this one
     * @param together   limit of messages in flight
     */
    PartitionProgress(long start, int deliveries, int together) {
        this.start = start;
        this.deliveries = deliveries;
        this.together = together;
        this.next = start;
        this.committed = start;
    }

    /** Waits while the message must run alone. Returns how often it was delivered, as far as known. */
    synchronized int begin(long offset, byte[] key) throws InterruptedException {
        first = first < 0 ? offset : first;
        while (deliveries > 1 && offset < first + 2L * together + 2 && !inFlight.isEmpty()) {
            wait();
        }
        inFlight.put(offset, key == null ? null : ByteBuffer.wrap(key));
        next = Math.max(next, offset + 1);
        return offset == first ? deliveries : 1;
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

    /** Returns the first unanswered offset; below 0 if it is not known. */
    synchronized long answered() {
        return inFlight.isEmpty() ? next : inFlight.firstKey();
    }

    /** Returns the offset to commit; empty if it is already committed. */
    synchronized OptionalLong toCommit() {
        long upTo = answered();
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

    /** Waits until nothing is in flight, or until the deadline in {@link System#nanoTime}. */
    synchronized void settle(long deadline) throws InterruptedException {
        while (inFlight.size() > left && deadline > System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
        }
    }
}
