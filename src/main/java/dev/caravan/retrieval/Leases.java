package dev.caravan.retrieval;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives {@link Lease}s, to one writer at a time, at any gateway; times are by the database's clock alone. */
public class Leases {

    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
    private static final int POLL_MILLIS = 200;
    private static final int TRIES = 5;

    private final Neo4jStore store;
    private final String label;
    private final Duration length;
    private final ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "index-lease");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * @param label  of the nodes that stand for what is written to, which have a unique {@code name}
     * @param length after which a gateway that died no longer keeps others from writing
     */
    protected Leases(Neo4jStore store, String label, Duration length) {
        this.store = store;
        this.label = label;
        this.length = length;
    }

    /** What its holder does; it may be done again from the start. */
    @FunctionalInterface
    public interface Work<T> {
        T with(Lease lease) throws InterruptedException;
    }

    /** Does something as the one writer, once nobody else is; again if it loses the lease meanwhile. */
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

    /** Waits until nobody else has it. */
    public Lease acquire(String name) throws InterruptedException {
        Optional<Lease> lease = tryAcquire(name);
        while (lease.isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            lease = tryAcquire(name);
        }
        return lease.get();
    }

    /** Empty if somebody else has it. */
    public Optional<Lease> tryAcquire(String name) {
        String holder = UUID.randomUUID().toString();
        return take(name, holder) ? Optional.of(kept(name, holder)) : Optional.empty();
    }

    /** Takes it from whoever has it: the next thing that it begins to write fails. */
    public Lease seize(String name) {
        String holder = UUID.randomUUID().toString();
        store.write(transaction -> transaction.run("MERGE (c:" + label + " {name: $name}) ON CREATE SET c.born = randomUUID(), c.version = 0, c.removed = 0 "
                + "SET c.holder = $holder, c.until = timestamp() + $length", parameters(name, holder)).consume());
        return kept(name, holder);
    }

    private Lease kept(String name, String holder) {
        long third = length.toMillis() / 3;
        ScheduledFuture<?> renewal = renewals.scheduleAtFixedRate(() -> renew(name, holder), third, third, TimeUnit.MILLISECONDS);
        return new Lease(store, label, name, holder, renewal);
    }

    private boolean take(String name, String holder) {
        return store.write(transaction -> !transaction.run("MERGE (c:" + label + " {name: $name}) ON CREATE SET c.born = randomUUID(), c.version = 0, c.removed = 0 "
                + "SET c.touched = $holder WITH c WHERE c.holder IS NULL OR c.holder = $holder OR c.until < timestamp() "
                + "SET c.holder = $holder, c.until = timestamp() + $length RETURN c.name", parameters(name, holder)).list().isEmpty());
    }

    private void renew(String name, String holder) {
        try {
            store.write(transaction -> transaction.run("MATCH (c:" + label + " {name: $name}) SET c.touched = $holder WITH c WHERE c.holder = $holder "
                    + "SET c.until = timestamp() + $length", parameters(name, holder)).consume());
        } catch (RuntimeException | Error e) {
            LOG.debug("The lease on {} is not renewed yet: {}", name, e.getMessage());
        }
    }

    private Map<String, Object> parameters(String name, String holder) {
        return Map.of("name", name, "holder", holder, "length", length.toMillis());
    }

    @PreDestroy
    public void stop() {
        renewals.shutdownNow();
    }
}
