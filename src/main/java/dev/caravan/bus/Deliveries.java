package dev.caravan.bus;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Stores which calls that must run once have begun, and the answers to their messages. The store's database shares them among all gateways;
 * without one, this gateway keeps them in memory.
 */
@OnBus
@Component
class Deliveries {

    /** @param answer null if the call's end is unknown */
    record Before(byte[] answer) {
    }

    private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);
    private static final int REMEMBERED = 10_000;
    private static final long SWEEP = Duration.ofMinutes(1).toNanos();

    private final Store store;
    private final Duration remember;
    private final Cache<String, Before> memory;
    private final AtomicLong swept = new AtomicLong(System.nanoTime() - SWEEP);

    Deliveries(Store store, BusProperties properties) {
        this.store = store;
        this.remember = properties.remember();
        this.memory = Caffeine.newBuilder().maximumSize(REMEMBERED).expireAfterWrite(remember).build();
    }

    /** Returns whether the data outlives this gateway. */
    boolean isShared() {
        return store.isSet();
    }

    /** Returns whether it can be recorded now that a call begins. */
    boolean isReachable() {
        try {
            return !isShared() || store.run(jdbc -> jdbc.sql("select true").query(Boolean.class).single());
        } catch (StoreException e) {
            return false;
        }
    }

    /**
     * Records that a call begins; returns null if it has not begun before.
     *
     * @throws StoreException if the store is unavailable
     */
    Before begin(String key) {
        if (!isShared()) {
            return memory.asMap().putIfAbsent(key, new Before(null));
        }
        sweep();
        return store.<Before, StoreException>transact(jdbc -> jdbc.sql("insert into bus_call (key, expires_at) values (:key, now() + make_interval(secs => :remember)) "
                + "on conflict (key) do nothing").param("key", key).param("remember", remember.toSeconds()).update() == 1 ? null
                : jdbc.sql("select answer from bus_call where key = :key").param("key", key).query((row, number) -> new Before(row.getBytes(1)))
                        .optional().orElse(new Before(null)));
    }

    void keep(String key, byte[] answer) {
        if (!isShared()) {
            memory.put(key, new Before(answer));
            return;
        }
        try {
            store.<Integer, StoreException>transact(jdbc -> jdbc.sql("update bus_call set answer = :answer where key = :key")
                    .param("answer", answer).param("key", key).update());
        } catch (StoreException e) {
            LOG.warn("Answer not stored; a redelivery of its message gets the error that its end is unknown error={}", e.getMessage());
        }
    }

    private void sweep() {
        long before = swept.get();
        if (System.nanoTime() - before > SWEEP && swept.compareAndSet(before, System.nanoTime())) {
            store.<Integer, StoreException>transact(jdbc -> jdbc.sql("delete from bus_call where key in "
                    + "(select key from bus_call where expires_at < now() limit 10000 for update skip locked)").update());
        }
    }
}
