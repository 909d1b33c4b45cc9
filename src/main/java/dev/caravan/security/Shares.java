package dev.caravan.security;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Counts the use of a shared resource per owner and limits it.
 *
 * @param <O> owner, such as the name of a caller
 */
public final class Shares<O> {

    private final long most;
    private final ConcurrentMap<O, Long> taken = new ConcurrentHashMap<>();

    /** @param most limit of one owner; 0 means no limit */
    public Shares(long most) {
        this.most = most;
    }

    /** Returns the limit of one owner. */
    public long most() {
        return most;
    }

    /**
     * Reserves the amount until {@link #give}. Returns false and reserves nothing if the owner would exceed the limit.
     *
     * @param owner null has no limit
     */
    public boolean take(O owner, long amount) {
        if (owner == null || most == 0) {
            return true;
        }
        boolean[] fits = new boolean[1];
        taken.compute(owner, (same, had) -> {
            long sum = (had == null ? 0 : had) + amount;
            fits[0] = sum <= most;
            return fits[0] ? Long.valueOf(sum) : had;
        });
        return fits[0];
    }

    /** Releases the amount. */
    public void give(O owner, long amount) {
        if (owner != null && most != 0) {
            taken.computeIfPresent(owner, (same, had) -> had <= amount ? null : had - amount);
        }
    }
}
