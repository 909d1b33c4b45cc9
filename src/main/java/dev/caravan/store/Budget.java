package dev.caravan.store;

import dev.caravan.security.Shares;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what each owner and all owners together use, and limits both. */
public final class Budget {

    private final Shares<String> owners;
    private final long most;
    private final AtomicLong used = new AtomicLong();

    /**
     * Creates the limits.
     *
     * @param perOwner limit of one owner; 0 means no limit
     * @param most     limit of all owners together
     */
    public Budget(long perOwner, long most) {
        this.owners = new Shares<>(perOwner);
        this.most = most;
    }

    /** Returns the limit of one owner; 0 means no limit. */
    public long perOwner() {
        return owners.most();
    }

    /** Returns the limit of all owners together. */
    public long most() {
        return most;
    }

    /**
     * Reserves the amount until {@link #give}.
     *
     * @param owner null has no limit of its own
     * @throws FullException if a limit would be exceeded; nothing is reserved then
     */
    public void take(String owner, long amount) {
        if (!owners.take(owner, amount)) {
            throw new FullException(true);
        }
        if (used.addAndGet(amount) > most) {
            give(owner, amount);
            throw new FullException(false);
        }
    }

    /** Releases the amount. */
    public void give(String owner, long amount) {
        used.addAndGet(-amount);
        owners.give(owner, amount);
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
