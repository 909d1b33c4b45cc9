package dev.caravan.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Opens kinds of values: in the table {@code key_value} if there is a store, otherwise in memory. */
@Component
public class KeyValueStore implements Notifications.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(KeyValueStore.class);
    private static final String CHANNEL = "caravan_values";
    private static final long SWEEP = Duration.ofMinutes(1).toNanos();

    private final Store store;
    private final Notifications notifications;
    /** By kind. */
    private final Map<String, Cached> caches = new ConcurrentHashMap<>();
    private final AtomicLong swept = new AtomicLong(System.nanoTime() - SWEEP);

    KeyValueStore(Store store, Notifications notifications) {
        this.store = store;
        this.notifications = notifications;
        notifications.subscribe(CHANNEL, this);
    }

    /** @param kind one word */
    public KeyValue open(String kind, KeyValue.Limits limits) {
        return store.isSet() ? new InStore(kind, limits) : new MemoryValues(limits);
    }

    /**
     * Opens a kind whose values rarely change. Reads come from memory as long as this gateway hears of every change, and a writer
     * waits until every gateway has heard of its change. While the store is unavailable, reads answer what was known before, or nothing.
     */
    public KeyValue openCached(String kind, KeyValue.Limits limits) {
        return store.isSet() ? caches.computeIfAbsent(kind, any -> new Cached(kind, limits)) : new MemoryValues(limits);
    }

    @Override
    public void told(String change) {
        int space = change.indexOf(' ');
        Cached changed = caches.get(change.substring(0, space));
        if (changed != null) {
            changed.forget(change.substring(space + 1));
        }
    }

    @Override
    public void missed() {
        caches.values().forEach(Cached::missed);
    }

    /** Deletes expired values of all kinds, once a minute. */
    private void sweep() {
        long before = swept.get();
        if (System.nanoTime() - before > SWEEP && swept.compareAndSet(before, System.nanoTime())) {
            store.<Integer, StoreException>transact(jdbc -> jdbc.sql("delete from key_value where (kind, key) in "
                    + "(select kind, key from key_value where expires_at < now() limit 10000 for update skip locked)").update());
        }
    }

    /** Values in the store. Time limits are by the database's clock. */
    private class InStore implements KeyValue {

        private static final String UNEXPIRED = " from key_value where kind = :kind and (expires_at is null or expires_at > now())";
        private static final String EXPIRES = "now() + make_interval(secs => :ttl / 1000.0)";
        /** Replaces an expired value. */
        private static final String INSERT = "insert into key_value values (:kind, :key, :owner, :value, :size, " + EXPIRES + ") "
                + "on conflict (kind, key) do update set owner = excluded.owner, value = excluded.value, size = excluded.size, "
                + "expires_at = excluded.expires_at where key_value.expires_at <= now()";
        private static final String UPSERT = "insert into key_value values (:kind, :key, :owner, :value, :size, " + EXPIRES + ") "
                + "on conflict (kind, key) do update set value = excluded.value, size = excluded.size, expires_at = excluded.expires_at";
        private static final String UPDATE = "update key_value set value = :value, size = :size, "
                + "expires_at = coalesce(" + EXPIRES + ", expires_at) where kind = :kind and key = :key";
        private static final String SUM = "select coalesce(sum(size), 0)" + UNEXPIRED + " and owner = :owner";

        private final String kind;
        private final Limits limits;

        InStore(String kind, Limits limits) {
            this.kind = kind;
            this.limits = limits;
        }

        @Override
        public Map<String, byte[]> get(Collection<String> keys) {
            Map<String, byte[]> values = new HashMap<>();
            store.run(jdbc -> sql(jdbc, "select key, value" + UNEXPIRED + " and key = any(:keys)")
                    .param("keys", keys.toArray(String[]::new))
                    .query((row, number) -> values.put(row.getString(1), row.getBytes(2))).list());
            return values;
        }

        @Override
        public List<Entry> list() {
            return store.run(jdbc -> sql(jdbc, "select key, owner, value" + UNEXPIRED)
                    .query((row, number) -> new Entry(row.getString(1), row.getString(2), row.getBytes(3))).list());
        }

        @Override
        public <E extends Exception> void change(String key, String owner, Duration ttl, Change<E> change) throws E {
            sweep();
            boolean changed = store.<Boolean, E>transact(jdbc -> {
                byte[] before = sql(jdbc, "select value" + UNEXPIRED + " and key = :key for update").param("key", key)
                        .query((row, number) -> row.getBytes(1)).optional().orElse(null);
                byte[] after = change.apply(before);
                if (after != before) {
                    write(jdbc, key, owner, before == null, after, ttl);
                }
                return after != before;
            });
            if (changed && caches.containsKey(kind)) {
                notifications.settle();
            }
        }

        /** Takes one statement for a value without an owner, which counts against no limit. */
        @Override
        public Optional<byte[]> add(Entry entry, Duration ttl) {
            return isAlone(entry, ttl, INSERT) ? Optional.empty() : KeyValue.super.add(entry, ttl);
        }

        @Override
        public void put(Entry entry, Duration ttl) {
            if (!isAlone(entry, ttl, UPSERT)) {
                KeyValue.super.put(entry, ttl);
            }
        }

        private boolean isAlone(Entry entry, Duration ttl, String statement) {
            if (entry.owner() != null || ttl == null || caches.containsKey(kind)) {
                return false;
            }
            sweep();
            return store.run(jdbc -> written(jdbc, statement, entry, ttl)) == 1;
        }

        private int written(JdbcClient jdbc, String statement, Entry entry, Duration ttl) {
            return sql(jdbc, statement).param("key", entry.key()).param("owner", entry.owner()).param("value", entry.value())
                    .param("size", entry.value() == null ? 0 : limits.size().applyAsLong(entry.value()))
                    .param("ttl", ttl == null ? null : ttl.toMillis()).update();
        }

        private void write(JdbcClient jdbc, String key, String owner, boolean isNew, byte[] value, Duration ttl) {
            String statement = value == null ? "delete from key_value where kind = :kind and key = :key" : isNew ? INSERT : UPDATE;
            if (written(jdbc, statement, new Entry(key, owner, value), ttl) == 0) {
                throw new ConcurrencyFailureException("The value was changed meanwhile");
            }
            long most = limits.budget().perOwner();
            if (value != null && owner != null && most > 0 && sql(jdbc, SUM).param("owner", owner).query(Long.class).single() > most) {
                throw new Budget.FullException(true);
            }
            if (caches.containsKey(kind)) {
                jdbc.sql("select pg_notify(?, ?)").params(CHANNEL, kind + " " + key).query((row, number) -> number).list();
            }
        }

        private JdbcClient.StatementSpec sql(JdbcClient jdbc, String statement) {
            return jdbc.sql(statement).param("kind", kind);
        }
    }

    /** Values in the store that this gateway keeps in memory as long as it hears of every change. */
    private final class Cached extends InStore {

        private static final byte[] NONE = {};
        private static final int OVERHEAD = 200;
        private static final long MOST_BYTES = 32L << 20;
        private static final long PAUSE = Duration.ofSeconds(2).toNanos();

        private final String kind;
        private final Cache<String, byte[]> cache = Caffeine.newBuilder().maximumWeight(MOST_BYTES).expireAfterWrite(Duration.ofHours(1))
                .weigher((String key, byte[] value) -> key.length() + value.length + OVERHEAD).build();
        private final AtomicLong changes = new AtomicLong();
        private volatile long failed = System.nanoTime() - PAUSE;

        Cached(String kind, Limits limits) {
            super(kind, limits);
            this.kind = kind;
        }

        void forget(String key) {
            changes.incrementAndGet();
            cache.invalidate(key);
        }

        /** Keeps values while the store is unavailable, and reads them again afterwards. */
        void missed() {
            changes.incrementAndGet();
            if (notifications.isListening()) {
                cache.invalidateAll();
            }
        }

        @Override
        public Map<String, byte[]> get(Collection<String> keys) {
            Map<String, byte[]> found = new HashMap<>(cache.getAllPresent(keys));
            if ((!notifications.isListening() || found.size() < keys.size()) && System.nanoTime() - failed > PAUSE) {
                try {
                    read(keys.stream().filter(key -> !notifications.isListening() || !found.containsKey(key)).toList(), found);
                } catch (StoreException e) {
                    failed = System.nanoTime();
                    LOG.warn("Values unknown because the store is unavailable kind={} error={}", kind, e.getMessage());
                }
            }
            found.values().removeIf(value -> value == NONE);
            return found;
        }

        private void read(List<String> keys, Map<String, byte[]> found) {
            long before = changes.get();
            Map<String, byte[]> stored = super.get(keys);
            keys.forEach(key -> {
                found.put(key, stored.getOrDefault(key, NONE));
                if (notifications.isListening() && changes.get() == before) {
                    cache.put(key, found.get(key));
                    if (changes.get() != before) {
                        cache.invalidate(key);
                    }
                }
            });
        }
    }
}
