package dev.caravan.call;

import dev.caravan.mcp.McpException;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.time.Duration;
import java.util.Map;
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
     * @param answer  null if it is not known; empty if it is not kept
     */
    record Before(String request, byte[] answer) {
    }

    private static final Logger LOG = LoggerFactory.getLogger(CallKeys.class);
    private static final int MOST_IN_MEMORY = 100_000;
    private static final long SWEEP = Duration.ofMinutes(1).toNanos();

    private final Store store;
    private final Duration remember;
    private final int mostPerOwner;
    private final KeysInMemory memory;
    private final AtomicLong swept = new AtomicLong(System.nanoTime() - SWEEP);

    CallKeys(Store store, CallKeyProperties settings) {
        this.store = store;
        this.remember = settings.rememberKeys();
        this.mostPerOwner = settings.maxKeysPerCaller();
        this.memory = new KeysInMemory(remember, MOST_IN_MEMORY, mostPerOwner, settings.keyMemory().toBytes());
    }

    /**
     * Records that a call begins. Returns the call that began before with this key; empty if there is none.
     *
     * @param owner hash of the caller
     * @throws McpException   if the caller has too many keys
     * @throws StoreException if the store is unavailable
     */
    Optional<Before> begin(String owner, String key, String request) throws McpException {
        if (!store.isSet()) {
            return memory.begin(owner, key, request);
        }
        sweep();
        return store.<Optional<Before>, McpException>transact(jdbc -> {
            int inserted = jdbc.sql("insert into call_key (key, owner, request, expires_at) values (:key, :owner, :request, now() + make_interval(secs => :remember)) on conflict (key) do update "
                    + "set owner = excluded.owner, request = excluded.request, answer = null, expires_at = excluded.expires_at where call_key.expires_at < now()")
                    .param("key", key).param("owner", owner).param("request", request).param("remember", remember.toSeconds()).update();
            if (inserted == 0) {
                return jdbc.sql("select request, answer from call_key where key = :key").param("key", key).query((row, number) -> new Before(row.getString(1), row.getBytes(2))).optional();
            }
            int owned = jdbc.sql("select count(*) from call_key where owner = :owner and expires_at >= now()").param("owner", owner).query(Integer.class).single();
            if (owned > mostPerOwner) {
                throw tooMany(mostPerOwner);
            }
            return Optional.empty();
        });
    }

    static McpException tooMany(int most) {
        return McpException.refused(429, "The call was not run. You have reached the limit of " + most + " idempotency keys for one caller. Wait until old keys expire, "
                + "or send a key only with calls that must not run twice", Map.of());
    }

    /** Stores the first answer. */
    void keep(String key, byte[] answer) {
        if (!store.isSet()) {
            memory.keep(key, answer);
            return;
        }
        change(() -> store.<Integer, StoreException>transact(jdbc -> jdbc.sql("update call_key set answer = :answer where key = :key").param("answer", answer).param("key", key).update()));
    }

    /** Forgets a call that did not run, so that it may come again. */
    void forget(String key) {
        if (!store.isSet()) {
            memory.forget(key);
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
