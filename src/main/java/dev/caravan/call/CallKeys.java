package dev.caravan.call;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Remembers the calls with an idempotency key and their first answers. The store shares them among all gateways; without one, this gateway
 * keeps them in memory.
 */
@Component
class CallKeys {

    /**
     * A call that has begun with this key.
     *
     * @param request hash of the tool's name and arguments
     * @param answer  null if it is not known
     */
    record Before(String request, byte[] answer) {
    }

    private static final Logger LOG = LoggerFactory.getLogger(CallKeys.class);
    private static final int MOST_IN_MEMORY = 100_000;
    private static final long SWEEP = Duration.ofMinutes(1).toNanos();

    private final Store store;
    private final Duration remember;
    private final Cache<String, String> requests;
    private final Cache<String, byte[]> answers;
    private final AtomicLong swept = new AtomicLong(System.nanoTime() - SWEEP);

    CallKeys(Store store, CallKeyProperties settings) {
        this.store = store;
        this.remember = settings.rememberKeys();
        this.requests = Caffeine.newBuilder().maximumSize(MOST_IN_MEMORY).expireAfterWrite(remember).build();
        this.answers = Caffeine.newBuilder().maximumWeight(settings.keyMemory().toBytes()).weigher((String key, byte[] answer) -> answer.length + key.length()).expireAfterWrite(remember).build();
    }

    /**
     * Records that a call begins. Returns the call that began before with this key; empty if there is none.
     *
     * @throws StoreException if the store is unavailable
     */
    Optional<Before> begin(String key, String request) {
        if (!store.isSet()) {
            String before = requests.asMap().putIfAbsent(key, request);
            return before == null ? Optional.empty() : Optional.of(new Before(before, answers.getIfPresent(key)));
        }
        sweep();
        return store.<Optional<Before>, StoreException>transact(jdbc -> {
            int inserted = jdbc.sql("insert into call_key (key, request, expires_at) values (:key, :request, now() + make_interval(secs => :remember)) on conflict (key) do update "
                    + "set request = excluded.request, answer = null, expires_at = excluded.expires_at where call_key.expires_at < now()")
                    .param("key", key).param("request", request).param("remember", remember.toSeconds()).update();
            return inserted == 1 ? Optional.empty() : jdbc.sql("select request, answer from call_key where key = :key").param("key", key)
                    .query((row, number) -> new Before(row.getString(1), row.getBytes(2))).optional();
        });
    }

    /** Stores the first answer. */
    void keep(String key, byte[] answer) {
        if (!store.isSet()) {
            answers.put(key, answer);
            return;
        }
        change(() -> store.<Integer, StoreException>transact(jdbc -> jdbc.sql("update call_key set answer = :answer where key = :key").param("answer", answer).param("key", key).update()));
    }

    /** Forgets a call that did not run, so that it may come again. */
    void forget(String key) {
        if (!store.isSet()) {
            requests.invalidate(key);
            return;
        }
        change(() -> store.<Integer, StoreException>transact(jdbc -> jdbc.sql("delete from call_key where key = :key").param("key", key).update()));
    }

    private static void change(Runnable change) {
        try {
            change.run();
        } catch (StoreException e) {
            LOG.warn("Answer not stored; a call that comes again with its idempotency key is not run and gets an error error={}", e.getMessage());
        }
    }

    private void sweep() {
        long before = swept.get();
        if (System.nanoTime() - before > SWEEP && swept.compareAndSet(before, System.nanoTime())) {
            store.<Integer, StoreException>transact(jdbc -> jdbc.sql("delete from call_key where key in "
                    + "(select key from call_key where expires_at < now() limit 10000 for update skip locked)").update());
        }
    }
}
