package dev.caravan.store;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Values of one kind by their keys. Each has an owner and a time limit. {@link KeyValueStore} opens a kind: the gateways of one store share
 * its values; without a store, this gateway has them in its memory until it stops.
 *
 * <p>Every method throws a {@link StoreException} while the store is unavailable.
 */
public interface KeyValue {

    /**
     * A value.
     *
     * @param owner whose limit it counts against; null has no limit
     */
    record Entry(String key, String owner, byte[] value) {
    }

    /** Changes a value. */
    @FunctionalInterface
    interface Change<E extends Exception> {

        /**
         * Returns the new value, or the given array if nothing changes. Null removes the value.
         *
         * @param before null if there is none
         */
        byte[] apply(byte[] before) throws E;
    }

    /**
     * Limits of a kind.
     *
     * @param budget      the limit of an owner holds everywhere; the limit of all owners together holds in memory
     * @param size        what a value counts
     * @param dropsOldest whether the oldest values in memory make room for new ones. Otherwise new ones are refused.
     */
    record Limits(Budget budget, ToLongFunction<byte[]> size, boolean dropsOldest) {

        /** Limits the number of values in memory. The oldest make room for new ones. */
        public static Limits newest(long most) {
            return new Limits(new Budget(0, most), value -> 1, true);
        }

        /** Limits the number of values of one owner, and of all in memory. New ones are refused. */
        public static Limits refusing(long perOwner, long most) {
            return new Limits(new Budget(perOwner, most), value -> 1, false);
        }
    }

    /** Returns {key: value} of the keys that have one. */
    Map<String, byte[]> get(Collection<String> keys);

    default Optional<byte[]> get(String key) {
        return Optional.ofNullable(get(List.of(key)).get(key));
    }

    List<Entry> list();

    /**
     * Changes a value. No gateway changes it at the same time.
     *
     * @param owner of a value that was not there
     * @param ttl   from now on; null for the time limit that the value has, and for none if it was not there
     * @throws Budget.FullException if a limit is reached; nothing changes then
     */
    <E extends Exception> void change(String key, String owner, Duration ttl, Change<E> change) throws E;

    /**
     * Adds or replaces a value.
     *
     * @throws Budget.FullException if a limit is reached; nothing changes then
     */
    default void put(Entry entry, Duration ttl) {
        this.<RuntimeException>change(entry.key(), entry.owner(), ttl, before -> entry.value());
    }

    /**
     * Adds a value, unless the key has one. At most one of several gateways adds it.
     *
     * @return the value that the key has already; empty if the given one was added
     * @throws Budget.FullException if a limit is reached; nothing is added then
     */
    default Optional<byte[]> add(Entry entry, Duration ttl) {
        byte[][] found = new byte[1][];
        this.<RuntimeException>change(entry.key(), entry.owner(), ttl, before -> {
            found[0] = before;
            return before == null ? entry.value() : before;
        });
        return Optional.ofNullable(found[0]);
    }

    /** Removes a value and returns it, to one caller only. */
    default Optional<byte[]> take(String key) {
        byte[][] found = new byte[1][];
        this.<RuntimeException>change(key, null, null, before -> {
            found[0] = before;
            return null;
        });
        return Optional.ofNullable(found[0]);
    }
}
