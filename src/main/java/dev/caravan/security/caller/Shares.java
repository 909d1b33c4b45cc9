package dev.caravan.security.caller;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Counts how much each owner has of something that all owners need, so that none has more than its share.
 *
 * @param <O> who has a share, such as the name of a caller
 */
public final class Shares<O> {

    private final long most;
    private final ConcurrentMap<O, Long> taken = new ConcurrentHashMap<>();

    /** @param most what one owner may have; 0: any amount */
    public Shares(long most) {
        this.most = most;
    }

    public long most() {
        return most;
    }

    /**
     * Counts the amount for the owner, until {@link #give}. False: the owner would have more than its share, and nothing is counted.
     *
     * @param owner null: nobody, who has no share
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

    /** The owner doesn't need that amount any more. */
    public void give(O owner, long amount) {
        if (owner != null && most != 0) {
            taken.computeIfPresent(owner, (same, had) -> had <= amount ? null : had - amount);
        }
    }
}
