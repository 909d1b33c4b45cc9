package dev.caravan.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Opens kinds of values: in the store if there is one, otherwise in memory. */
@Component
public class KeyValues implements Notifications.Listener {

    private static final String CHANNEL = "caravan_values";
    private static final long SWEEP = Duration.ofMinutes(1).toNanos();

    private final Store store;
    private final Notifications notifications;
    private final Map<String, List<Notifications.Listener>> listeners = new ConcurrentHashMap<>();
    private final AtomicLong swept = new AtomicLong(System.nanoTime() - SWEEP);

    KeyValues(Store store, Notifications notifications) {
        this.store = store;
        this.notifications = notifications;
        notifications.subscribe(CHANNEL, this);
    }

    /** @param kind one word */
    public KeyValue open(String kind, KeyValue.Limits limits) {
        return store.isSet() ? new InStore(kind, limits) : new MemoryValues(limits);
    }

    @Override
    public void told(String change) {
        int space = change.indexOf(' ');
        listeners.getOrDefault(change.substring(0, space), List.of()).forEach(listener -> listener.told(change.substring(space + 1)));
    }

    @Override
    public void missed() {
        listeners.values().forEach(each -> each.forEach(Notifications.Listener::missed));
    }

    /** Deletes expired values of all kinds, once a minute. */
    private void sweep() {
        long before = swept.get();
        if (System.nanoTime() - before > SWEEP && swept.compareAndSet(before, System.nanoTime())) {
            store.<Integer, StoreException>transact(jdbc -> jdbc.sql("delete from key_value where (kind, key) in "
                    + "(select kind, key from key_value where expires_at < now() limit 10000 for update skip locked)").update());
        }
    }

    /** Values in the table {@code key_value}. Time limits are by the database's clock. */
    private final class InStore implements KeyValue {

        private static final String SELECT = "select key, owner, value from key_value where kind = :kind and (expires_at is null or expires_at > now())";
        private static final String ADD = "insert into key_value (kind, key, owner, value, size, expires_at) "
                + "values (:kind, :key, :owner, :value, :size, now() + make_interval(secs => :ttl / 1000.0)) on conflict (kind, key) do update "
                + "set owner = excluded.owner, value = excluded.value, size = excluded.size, expires_at = excluded.expires_at";
        private static final String UNLESS_THERE = " where key_value.expires_at <= now()";

        private final String kind;
        private final Limits limits;

        InStore(String kind, Limits limits) {
            this.kind = kind;
            this.limits = limits;
        }

        @Override
        public Optional<byte[]> get(String key) {
            return store.run(jdbc -> find(jdbc, key, ""));
        }

        @Override
        public Map<String, byte[]> get(Collection<String> keys) {
            Map<String, byte[]> values = new HashMap<>();
            store.run(jdbc -> sql(jdbc, SELECT + " and key = any(:keys)").param("keys", keys.toArray(String[]::new))
                    .query((row, number) -> values.put(row.getString("key"), row.getBytes("value"))).list());
            return values;
        }

        @Override
        public List<Entry> list() {
            return store.run(jdbc -> sql(jdbc, SELECT).query(InStore::entry).list());
        }

        private static Entry entry(ResultSet row, int number) throws SQLException {
            return new Entry(row.getString("key"), row.getString("owner"), row.getBytes("value"));
        }

        @Override
        public Optional<byte[]> add(Entry entry, Duration ttl) {
            sweep();
            Optional<byte[]> before = store.<Optional<byte[]>, RuntimeException>transact(jdbc -> {
                if (write(jdbc, entry, ttl, UNLESS_THERE)) {
                    return Optional.empty();
                }
                return Optional.of(find(jdbc, entry.key(), "").orElseThrow(() -> new ConcurrencyFailureException("The value was removed meanwhile")));
            });
            if (before.isEmpty()) {
                settle();
            }
            return before;
        }

        @Override
        public void put(Entry entry, Duration ttl) {
            sweep();
            store.<Boolean, RuntimeException>transact(jdbc -> write(jdbc, entry, ttl, ""));
            settle();
        }

        @Override
        public Optional<byte[]> take(String key) {
            Optional<byte[]> taken = store.<Optional<byte[]>, RuntimeException>transact(jdbc -> {
                Optional<byte[]> value = sql(jdbc, "delete from key_value where kind = :kind and key = :key "
                        + "and (expires_at is null or expires_at > now()) returning value").param("key", key).query(byte[].class).optional();
                value.ifPresent(removed -> tell(jdbc, key));
                return value;
            });
            if (taken.isPresent()) {
                settle();
            }
            return taken;
        }

        @Override
        public <E extends Exception> void change(String key, String owner, Duration ttl, Change<E> change) throws E {
            sweep();
            boolean changed = store.<Boolean, E>transact(jdbc -> {
                byte[] before = find(jdbc, key, " for update").orElse(null);
                byte[] after = change.apply(before);
                if (after == before) {
                    return false;
                }
                if (after == null) {
                    sql(jdbc, "delete from key_value where kind = :kind and key = :key").param("key", key).update();
                    tell(jdbc, key);
                } else if (before == null && !write(jdbc, new Entry(key, owner, after), ttl, UNLESS_THERE)) {
                    throw new ConcurrencyFailureException("The value was added meanwhile");
                } else if (before != null) {
                    sql(jdbc, "update key_value set value = :value, size = :size where kind = :kind and key = :key")
                            .param("key", key).param("value", after).param("size", limits.size().applyAsLong(after)).update();
                    written(jdbc, key, owner);
                }
                return true;
            });
            if (changed) {
                settle();
            }
        }

        private Optional<byte[]> find(JdbcClient jdbc, String key, String lock) {
            return sql(jdbc, SELECT + " and key = :key" + lock).param("key", key).query((row, number) -> row.getBytes("value")).optional();
        }

        private boolean write(JdbcClient jdbc, Entry entry, Duration ttl, String condition) {
            boolean written = sql(jdbc, ADD + condition).param("key", entry.key()).param("owner", entry.owner()).param("value", entry.value())
                    .param("size", limits.size().applyAsLong(entry.value())).param("ttl", ttl == null ? null : ttl.toMillis()).update() == 1;
            if (written) {
                written(jdbc, entry.key(), entry.owner());
            }
            return written;
        }

        /** Checks the owner's limit in the transaction of the write. */
        private void written(JdbcClient jdbc, String key, String owner) {
            long most = limits.budget().perOwner();
            if (owner != null && most > 0 && sql(jdbc, "select coalesce(sum(size), 0) from key_value where kind = :kind and owner = :owner "
                    + "and (expires_at is null or expires_at > now())").param("owner", owner).query(Long.class).single() > most) {
                throw new Budget.FullException(true);
            }
            tell(jdbc, key);
        }

        private void tell(JdbcClient jdbc, String key) {
            if (listeners.containsKey(kind)) {
                jdbc.sql("select pg_notify(?, ?)").params(CHANNEL, kind + " " + key).query((row, number) -> number).list();
            }
        }

        private JdbcClient.StatementSpec sql(JdbcClient jdbc, String statement) {
            return jdbc.sql(statement).param("kind", kind);
        }

        private void settle() {
            if (listeners.containsKey(kind)) {
                notifications.settle();
            }
        }

        @Override
        public void watch(Notifications.Listener listener) {
            listeners.computeIfAbsent(kind, none -> new CopyOnWriteArrayList<>()).add(listener);
        }

        @Override
        public boolean isWatching() {
            return notifications.isListening();
        }
    }
}
