package dev.caravan.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads values that rarely change, and keeps them as long as this gateway hears of every change. While the store is unavailable, it answers
 * what it knew before.
 *
 * @param <T> what a value means
 */
public final class CachedValues<T> implements Notifications.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(CachedValues.class);
    private static final int OVERHEAD = 200;
    private static final long MOST_BYTES = 32L << 20;
    private static final Duration TTL = Duration.ofHours(24);
    private static final long PAUSE = Duration.ofSeconds(2).toNanos();

    private record Known<T>(T meaning, int size) {
    }

    private final KeyValue values;
    private final String about;
    private final Function<byte[], T> read;
    private final Known<T> none;
    private final Cache<String, Known<T>> cache = Caffeine.newBuilder().maximumWeight(MOST_BYTES)
            .weigher((String key, Known<T> known) -> known.size() + OVERHEAD).expireAfterWrite(TTL).build();
    private final AtomicLong changes = new AtomicLong();
    private volatile long failed = System.nanoTime() - PAUSE;

    /**
     * Creates the cache.
     *
     * @param about what the log says is unknown while the store is unavailable
     * @param none  what it means that there is no value
     */
    public CachedValues(KeyValue values, String about, T none, Function<byte[], T> read) {
        this.values = values;
        this.about = about;
        this.read = read;
        this.none = new Known<>(none, 0);
        values.watch(this);
    }

    public T get(String key) {
        return get(List.of(key)).get(key);
    }

    /** Returns {key: value} of all these keys. */
    public Map<String, T> get(Collection<String> keys) {
        Map<String, T> found = new HashMap<>();
        boolean current = values.isWatching();
        boolean pausing = System.nanoTime() - failed < PAUSE;
        for (String key : keys) {
            Known<T> known = cache.getIfPresent(key);
            if (known != null && (current || pausing)) {
                found.put(key, known.meaning());
            }
        }
        List<String> unknown = keys.stream().filter(key -> !found.containsKey(key)).toList();
        if (!unknown.isEmpty()) {
            (pausing ? Map.<String, Known<T>>of() : ask(unknown)).forEach((key, known) -> found.put(key, known.meaning()));
            unknown.forEach(key -> found.computeIfAbsent(key, same -> {
                Known<T> stale = cache.getIfPresent(key);
                return (stale == null ? none : stale).meaning();
            }));
        }
        return found;
    }

    private Map<String, Known<T>> ask(List<String> keys) {
        long before = changes.get();
        Map<String, byte[]> stored;
        try {
            stored = values.get(keys);
        } catch (StoreException e) {
            failed = System.nanoTime();
            LOG.warn("{} unknown because the store is unavailable error={}", about, e.getMessage());
            return Map.of();
        }
        Map<String, Known<T>> answers = new HashMap<>();
        for (String key : keys) {
            byte[] value = stored.get(key);
            Known<T> known = value == null ? none : new Known<>(read.apply(value), value.length);
            answers.put(key, known);
            keep(key, known, before);
        }
        return answers;
    }

    /** Keeps the value unless a change may have come between. */
    private void keep(String key, Known<T> known, long before) {
        if (values.isWatching() && changes.get() == before) {
            cache.put(key, known);
            if (changes.get() != before) {
                cache.invalidate(key);
            }
        }
    }

    @Override
    public void told(String key) {
        changes.incrementAndGet();
        cache.invalidate(key);
    }

    /** Keeps values while the store is unavailable, and reads them again afterwards. */
    @Override
    public void missed() {
        changes.incrementAndGet();
        if (values.isWatching()) {
            cache.invalidateAll();
        }
    }
}
