package dev.caravan.database;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Keeps what one database says of its tables for half a minute. Callers who ask for a name at the same time wait for one of them, who
 * reads. If that caller's call is cancelled, another one reads. A failure is not kept.
 *
 * @param <V> the description of a table
 * @param <X> what the database throws
 */
public final class Kept<V, X extends Exception> {

    private static final Duration LIFE = Duration.ofSeconds(30);

    /** What has just been looked for is not looked for again within this time. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Maximum number of entries. Callers can invent names and vary their spelling. */
    private static final int MOST = 10_000;

    /** Maximum length of a name that is kept, in characters. Callers can invent longer ones. */
    private static final int LONGEST_NAME = 200;

    private final Reader<V, X> reader;
    /** Names and reasons that were looked for; false for a name that is not there. */
    private final Cache<String, Boolean> looked = Caffeine.newBuilder().expireAfterWrite(PAUSE).maximumSize(MOST).build();
    private volatile AsyncCache<String, V> known = empty();

    /** Reads a description from the database. */
    public interface Reader<V, X extends Exception> {

        /** Returns the description; null if the database has nothing with that name. */
        V read(String name) throws X;
    }

    public Kept(Reader<V, X> reader) {
        this.reader = reader;
    }

    /** Returns the description of that name; null if the database has none. A name that is too long to be kept is read each time. */
    public V get(String name) throws X {
        if (name.length() > LONGEST_NAME) {
            return reader.read(name);
        }
        CompletableFuture<V> there = known.getIfPresent(name);
        return there != null ? awaited(name, there) : Boolean.FALSE.equals(looked.getIfPresent(name)) ? null : read(name);
    }

    /**
     * Returns a description that was read for this reason within the last second, otherwise a new one.
     *
     * @param reason what the caller looks for, such as the name of a column that the description lacks
     */
    public V again(String name, String reason) throws X {
        if (reason.length() > LONGEST_NAME || looked.getIfPresent(reason) != null) {
            return get(name);
        }
        looked.invalidate(name);
        known.asMap().computeIfPresent(name, (same, there) -> there.isDone() ? null : there);
        V value = get(name);
        looked.put(reason, true);
        return value;
    }

    /** Returns a new description. */
    public V now(String name) throws X {
        forget(name);
        return get(name);
    }

    /** Drops all descriptions, also those that are read at this moment. */
    public void forget() {
        looked.invalidateAll();
        known = empty();
    }

    /** Drops the description of that name, also if it is read at this moment. */
    public void forget(String name) {
        looked.invalidate(name);
        known.asMap().remove(name);
    }

    private static <V> AsyncCache<String, V> empty() {
        return Caffeine.newBuilder().expireAfterWrite(LIFE).maximumSize(MOST).buildAsync();
    }

    private V read(String name) throws X {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> other = known.asMap().putIfAbsent(name, mine);
        if (other != null) {
            return awaited(name, other);
        }
        try {
            V value = reader.read(name);
            looked.put(name, value != null);
            mine.complete(value); // the cache keeps no null and no failure
            return value;
        } catch (Throwable e) {
            mine.completeExceptionally(Thread.currentThread().isInterrupted() ? new CancellationException() : e);
            throw e;
        }
    }

    @SuppressWarnings("unchecked")
    private V awaited(String name, CompletableFuture<V> other) throws X {
        try {
            return other.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return reader.read(name); // fails like any statement of a cancelled call
        } catch (CancellationException e) {
            return read(name); // whoever was reading is interrupted
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (X) e.getCause(); // a RuntimeException passes as well
        }
    }
}
