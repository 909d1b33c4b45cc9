package dev.caravan.retrieval;

import dev.caravan.store.Heartbeat;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Grants {@link Lease}s to one writer at a time, over all gateways. All times are by the database's clock. */
public class LeaseStore {

    private static final int POLL_MILLIS = 200;
    private static final int TRIES = 5;

    private final Neo4jStore store;
    private final String label;
    private final Duration length;
    private final Heartbeat renewals = new Heartbeat("index-lease");

    /**
     * @param label  of the nodes that are written under a lease; they have a unique {@code name}
     * @param length time after which a lease expires unless it is renewed
     */
    protected LeaseStore(Neo4jStore store, String label, Duration length) {
        this.store = store;
        this.label = label;
        this.length = length;
    }

    /** Work under a lease. It may run again from its start. */
    @FunctionalInterface
    public interface Work<T> {
        T with(Lease lease) throws InterruptedException;
    }

    /** Runs work under the lease. Waits for the lease, and runs the work again if it loses the lease meanwhile. */
    public <T> T holding(String name, Work<T> work) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try (Lease lease = acquire(name)) {
                return work.with(lease);
            } catch (Lease.LostException e) {
                if (attempt == TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Waits for the lease. */
    public Lease acquire(String name) throws InterruptedException {
        Optional<Lease> lease = tryAcquire(name);
        while (lease.isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            lease = tryAcquire(name);
        }
        return lease.get();
    }

    /** Returns the lease; empty if another writer has it. */
    public Optional<Lease> tryAcquire(String name) {
        return take(name, false);
    }

    /** Takes the lease from its holder, whose next transaction then fails. */
    public Lease seize(String name) {
        return take(name, true).orElseThrow();
    }

    private Optional<Lease> take(String name, boolean fromAnyone) {
        String holder = UUID.randomUUID().toString();
        boolean taken = store.write(transaction -> !transaction
                .run("MERGE (c:" + label + " {name: $name}) ON CREATE SET c.born = randomUUID(), c.version = 0, c.removed = 0 "
                + "SET c.touched = $holder WITH c WHERE " + fromAnyone + " OR c.holder IS NULL OR c.holder = $holder "
                + "OR c.until < timestamp() SET c.holder = $holder, c.until = timestamp() + $length RETURN c.name",
                        parameters(name, holder)).list().isEmpty());
        return taken ? Optional.of(new Lease(store, label, name, holder, renewals.renew(length, () -> renew(name, holder))))
                : Optional.empty();
    }

    private void renew(String name, String holder) {
        store.write(transaction -> transaction
                .run("MATCH (c:" + label + " {name: $name}) SET c.touched = $holder WITH c WHERE c.holder = $holder "
                + "SET c.until = timestamp() + $length", parameters(name, holder)).consume());
    }

    private Map<String, Object> parameters(String name, String holder) {
        return Map.of("name", name, "holder", holder, "length", length.toMillis());
    }

    @PreDestroy
    public void stop() {
        renewals.close();
    }
}
