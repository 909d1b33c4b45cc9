package dev.caravan.database;

import dev.caravan.envelope.ToolException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Caches what one database says of its tables for half a minute. When an entry is older, one caller reads it again and the others use the
 * old entry meanwhile. If the read fails, the old entry stays and the next read happens 5 s later. After 5 minutes without success callers
 * get the failure. When there is no entry, all callers wait for one caller that reads. If that caller's call is cancelled, another one of
 * them reads.
 *
 * @param <V> the description of a table
 * @param <X> what the database throws
 */
public final class Kept<V, X extends Exception> {

    public static final Duration LIFE = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(Kept.class);
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();
    private static final long RETRY = Duration.ofSeconds(5).toNanos();
    private static final long LONGEST = Duration.ofMinutes(5).toNanos();

    /** Maximum number of entries; beyond it all are dropped. Callers can invent names and vary their spelling. */
    private static final int MOST = 10_000;

    /** Maximum length of a name that is kept, in characters. Callers can invent longer ones. */
    private static final int LONGEST_NAME = 200;

    private final String database;
    private final Reader<V, X> reader;
    private final long life;
    private final Map<String, Known<V>> known = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<V>> reading = new ConcurrentHashMap<>();
    private final Map<String, Long> looked = new ConcurrentHashMap<>();

    /** Reads a description from the database. */
    public interface Reader<V, X extends Exception> {

        /** Returns the description; null if the database has nothing with that name. */
        V read(String name) throws X;
    }

    /**
     * One entry: what the database said of one name.
     *
     * @param value null if the database has nothing with that name
     * @param since time of the read, in ns of {@link System#nanoTime}
     * @param until time of the next read, in ns of {@link System#nanoTime}
     */
    private record Known<V>(V value, long since, long until) {
    }

    /** @param database name for the log */
    public Kept(String database, Reader<V, X> reader) {
        this(database, LIFE, reader);
    }

    /** @param life how long an entry is used without a new read */
    public Kept(String database, Duration life, Reader<V, X> reader) {
        this.database = database;
        this.life = life.toNanos();
        this.reader = reader;
    }

    /** Returns the description of that name; null if the database has none. A name that is too long to be kept is read each time. */
    public V get(String name) throws X {
        if (name.length() > LONGEST_NAME) {
            return reader.read(name);
        }
        Known<V> now = known.get(name);
        if (now == null) {
            return read(name);
        }
        if (now.value() == null) {
            return again(name, name);
        }
        return System.nanoTime() - now.until() < 0 ? now.value() : refreshed(name, now);
    }

    /**
     * Reads the description again. Returns the entry instead if it was read for the same reason less than a second ago, or if the reason is
     * too long for a name.
     *
     * @param reason what was not found, such as a table or a column
     */
    public V again(String name, String reason) throws X {
        Known<V> now = known.get(name);
        if (reason.length() > LONGEST_NAME) {
            return now == null ? get(name) : now.value();
        }
        Long before = looked.get(reason);
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

    /** Reads the description now, even if another caller is reading it. */
    public V now(String name) throws X {
        V value = reader.read(name);
        long now = System.nanoTime();
        if (name.length() <= LONGEST_NAME) {
            known.put(name, new Known<>(value, now, now + life));
        }
        return value;
    }

    /** Drops all entries, because the database said that something has changed. */
    public void forget() {
        looked.clear();
        reading.clear();
        known.clear();
    }

    /** Drops the entry of that name. */
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
                known.remove(name, old); // a failure that the caller caused is an answer too
                throw e;
            }
            known.replace(name, old, new Known<>(old.value(), old.since(), now + RETRY));
            LOG.warn("Catalogue not refreshed, the old one is used database={} name={} age={}s cause={}", database, name,
                    Duration.ofNanos(now - old.since()).toSeconds(), e.toString());
            return old.value();
        }
    }

    /** Reads the description, or waits for the caller that is reading it. */
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
                    return before; // the entry was dropped meanwhile, and this read may be older than the change
                }
                looked.put(name, now);
                return new Known<>(value, now, now + life);
            });
            mine.complete(value);
            return value;
        } catch (Throwable e) {
            reading.remove(name, mine); // first, so that those who wait find no read in progress
            if (isInterrupted(e)) {
                mine.cancel(false);
            } else {
                mine.completeExceptionally(e);
            }
            throw e;
        } finally {
            reading.remove(name, mine);
        }
    }

    /** Returns whether a read failed only because its call was cancelled or late, which is no failure of the database. */
    private static boolean isInterrupted(Throwable thrown) {
        int depth = 0;
        for (Throwable link = thrown; link != null && depth++ < 20; link = link.getCause()) {
            if (link instanceof InterruptedException) {
                return true;
            }
        }
        return Thread.currentThread().isInterrupted();
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
            if (e.getCause() instanceof RuntimeException unforeseen) {
                throw unforeseen;
            }
            throw (X) e.getCause();
        }
    }
}
