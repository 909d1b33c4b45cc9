package dev.caravan.bus;

import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * How far one partition is answered, whose messages are worked on side by side: what may be committed is all before the first that isn't
 * answered yet. After a gateway has died over it, the first messages are taken one by one, till it is past what may have been the reason.
 */
final class PartitionProgress {

    private final int deliveries;
    private final long suspect;
    private final long aloneBefore;
    private final TreeSet<Long> inFlight = new TreeSet<>();
    private boolean noted;
    private long next;
    private long committed;

    /**
     * @param start      the first offset
     * @param deliveries of the message there, with this one
     * @param together   most messages in flight
     */
    PartitionProgress(long start, int deliveries, int together) {
        this.deliveries = deliveries;
        this.suspect = start;
        this.aloneBefore = deliveries > 1 ? start + 2L * together + 2 : start;
        this.next = start;
        this.committed = start;
    }

    /** Waits while the message may have to be alone. */
    synchronized void begin(long offset) throws InterruptedException {
        while (offset < aloneBefore && !inFlight.isEmpty()) {
            wait();
        }
        inFlight.add(offset);
        next = Math.max(next, offset + 1);
    }

    synchronized void end(long offset) {
        inFlight.remove(offset);
        notifyAll();
    }

    /** Whether it is the first message, when that is asked for the first time. */
    synchronized boolean isFirst(long offset) {
        boolean first = offset == suspect && !noted;
        noted = noted || first;
        return first;
    }

    /** How often that message was delivered, as far as it is known. */
    int deliveries(long offset) {
        return offset == suspect ? deliveries : 1;
    }

    /** The offset to commit; empty: it is committed. */
    synchronized OptionalLong toCommit() {
        long upTo = inFlight.isEmpty() ? next : inFlight.first();
        if (upTo <= committed) {
            return OptionalLong.empty();
        }
        committed = upTo;
        return OptionalLong.of(upTo);
    }

    /** Up to where it is answered. */
    synchronized long answered() {
        return inFlight.isEmpty() ? next : inFlight.first();
    }

    /** Waits until nothing is in flight, or until then, as {@link System#nanoTime} has it. */
    synchronized void settle(long deadline) throws InterruptedException {
        while (!inFlight.isEmpty()) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }
}
