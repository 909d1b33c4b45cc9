package dev.caravan.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what each owner and all owners together use, and limits both. */
public final class Budget {

    private final long perOwner;
    private final long most;
    private final Map<String, Long> ofOwner = new ConcurrentHashMap<>();
    private final AtomicLong used = new AtomicLong();

    /**
     * Creates the limits.
     *
     * @param perOwner limit of one owner; 0 means no limit
     * @param most     limit of all owners together
     */
    public Budget(long perOwner, long most) {
        this.perOwner = perOwner;
        this.most = most;
    }

    /** Limits one owner only. */
    public Budget(long perOwner) {
        this(perOwner, Long.MAX_VALUE);
    }

    /** Returns the limit of one owner; 0 means no limit. */
    public long perOwner() {
        return perOwner;
    }

    /** Returns the limit of all owners together. */
    public long most() {
        return most;
    }

    /** Returns what is reserved now. */
    public long used() {
        return used.get();
    }

    /**
     * Reserves the amount until {@link #give}.
     *
     * @param owner null has no limit of its own
     * @throws FullException if a limit would be exceeded; nothing is reserved then
     */
    public void take(String owner, long amount) {
        if (isLimited(owner)) {
            ofOwner.compute(owner, (same, had) -> {
                long sum = (had == null ? 0 : had) + amount;
                if (sum > perOwner) {
                    throw new FullException(true);
                }
                return sum;
            });
        }
        if (used.addAndGet(amount) > most) {
            give(owner, amount);
            throw new FullException(false);
        }
    }

    /** Releases the amount. */
    public void give(String owner, long amount) {
        used.addAndGet(-amount);
        if (isLimited(owner)) {
            ofOwner.computeIfPresent(owner, (same, had) -> had <= amount ? null : had - amount);
        }
    }

    private boolean isLimited(String owner) {
        return owner != null && perOwner != 0;
    }

    /** A limit is reached. */
    public static final class FullException extends RuntimeException {

        private final boolean ofOwner;

        FullException(boolean ofOwner) {
            super(ofOwner ? "The limit of one owner is reached" : "The limit of all owners is reached", null, false, false);
            this.ofOwner = ofOwner;
        }

        /** Returns whether it is the limit of one owner. */
        public boolean isOfOwner() {
            return ofOwner;
        }
    }
}
