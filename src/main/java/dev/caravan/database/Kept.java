package dev.caravan.database;

import dev.caravan.envelope.ToolException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Descriptions that one database gives of its tables, kept for half a minute. When one is older, one caller reads it anew and the others use
 * the old one meanwhile. If that fails, the old one is kept: the next try is 5 s later, and after 5 minutes without success callers get the
 * failure. Callers who need a description that nobody has read yet wait for one of them to read it.
 *
 * @param <V> a description
 * @param <X> what a database throws
 */
public final class Kept<V, X extends Exception> {

    public static final Duration LIFE = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(Kept.class);
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();
    private static final long RETRY = Duration.ofSeconds(5).toNanos();
    private static final long LONGEST = Duration.ofMinutes(5).toNanos();

    /** Names. Those of tables and of misses are dropped beyond it: callers make up the ones and spell the others as they like. */
    private static final int MOST = 10_000;

    private final String database;
    private final Reader<V, X> reader;
    private final long life;
    private final Map<String, Known<V>> known = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<V>> reading = new ConcurrentHashMap<>();
    private final Map<String, Long> looked = new ConcurrentHashMap<>();

    /** Asks the database. */
    public interface Reader<V, X extends Exception> {

        /** Returns null where the database has nothing of that name. */
        V read(String name) throws X;
    }

    /**
     * What the database said of one name.
     *
     * @param value null: the database has nothing of that name
     * @param since when it was read, in ns of {@link System#nanoTime}
     * @param until when it is to be read anew
     */
    private record Known<V>(V value, long since, long until) {
    }

    /** @param database for the log */
    public Kept(String database, Reader<V, X> reader) {
        this(database, LIFE, reader);
    }

    /** @param life how long a description is kept */
    public Kept(String database, Duration life, Reader<V, X> reader) {
        this.database = database;
        this.life = life.toNanos();
        this.reader = reader;
    }

    /** Returns the description of that name; null if there is none. */
    public V get(String name) throws X {
        Known<V> now = known.get(name);
        if (now == null) {
            return read(name);
        }
        if (now.value() == null) {
            return again(name, name);
        }
        return System.nanoTime() - now.until() < 0 ? now.value() : refreshed(name, now);
    }

    /** Returns what is kept of that name, however old; null if nothing is. */
    public V kept(String name) {
        Known<V> now = known.get(name);
        return now == null ? null : now.value();
    }

    /**
     * Returns the description as it is now, or as it was kept where it has been read for that reason within a second.
     *
     * @param reason what was not found, such as a table or a column
     */
    public V again(String name, String reason) throws X {
        Long before = looked.get(reason);
        Known<V> now = known.get(name);
        if (now != null && before != null && System.nanoTime() - before < PAUSE) {
            return now.value();
        }
        V value = read(name);
        if (looked.size() > MOST) {
            looked.clear();
        }
        looked.put(reason, System.nanoTime());
        return value;
    }

    /** Reads the description now, whoever else does so. */
    public V now(String name) throws X {
        V value = reader.read(name);
        long now = System.nanoTime();
        known.put(name, new Known<>(value, now, now + life));
        return value;
    }

    /** Forgets everything, because the database said that something has changed. */
    public void forget() {
        looked.clear();
        reading.clear();
        known.clear();
    }

    /** Forgets the description of that name. */
    public void forget(String name) {
        looked.remove(name);
        reading.remove(name);
        known.remove(name);
    }

    private V refreshed(String name, Known<V> old) throws X {
        CompletableFuture<V> mine = new CompletableFuture<>();
        if (reading.putIfAbsent(name, mine) != null) {
            return old.value();
        }
        Known<V> newer = known.get(name);
        if (newer != null && newer != old) {
            mine.complete(newer.value());
            reading.remove(name, mine);
            return newer.value();
        }
        try {
            return read(name, mine);
        } catch (Exception e) {
            long now = System.nanoTime();
            if (e instanceof ToolException || now - old.since() > LONGEST) {
                known.remove(name, old); // a caller's own failure is an answer
                throw e;
            }
            known.replace(name, old, new Known<>(old.value(), old.since(), now + RETRY));
            LOG.warn("Catalogue not refreshed, the old one is used database={} name={} age={}s cause={}", database, name,
                    Duration.ofNanos(now - old.since()).toSeconds(), e.toString());
            return old.value();
        }
    }

    /** Reads, or waits for the caller that reads already. */
    private V read(String name) throws X {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> other = reading.putIfAbsent(name, mine);
        return other == null ? read(name, mine) : awaited(name, other);
    }

    private V read(String name, CompletableFuture<V> mine) throws X {
        try {
            V value = reader.read(name);
            if (known.size() > MOST) {
                looked.clear();
                known.clear();
            }
            long now = System.nanoTime();
            known.compute(name, (key, before) -> {
                if (reading.get(name) != mine) {
                    return before; // forgotten meanwhile: what was read may be from before that
                }
                looked.put(name, now);
                return new Known<>(value, now, now + life);
            });
            mine.complete(value);
            return value;
        } catch (Throwable e) {
            mine.completeExceptionally(e);
            throw e;
        } finally {
            reading.remove(name, mine);
        }
    }

    @SuppressWarnings("unchecked")
    private V awaited(String name, CompletableFuture<V> other) throws X {
        try {
            return other.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return reader.read(name); // fails as any statement of a call that is ended
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            if (e.getCause() instanceof RuntimeException unforeseen) {
                throw unforeseen;
            }
            throw (X) e.getCause();
        }
    }
}
