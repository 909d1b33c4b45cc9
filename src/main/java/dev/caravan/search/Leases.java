package dev.caravan.search;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.neo4j.driver.exceptions.Neo4jException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Gives {@link Lease}s, to one sync of a collection at a time, at any gateway; times are by the database's clock alone. */
@Component
class Leases {

    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
    private static final int POLL_MILLIS = 200;

    private final ChunkStore store;
    private final Duration length;
    private final ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "search-lease");
        thread.setDaemon(true);
        return thread;
    });

    Leases(ChunkStore store, SearchProperties properties) {
        this.store = store;
        this.length = properties.lease();
    }

    /** Waits until nobody else has it. */
    Lease acquire(String collection) throws InterruptedException {
        String holder = UUID.randomUUID().toString();
        while (!take(collection, holder)) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        long third = length.toMillis() / 3;
        ScheduledFuture<?> renewal = renewals.scheduleAtFixedRate(() -> renew(collection, holder), third, third, TimeUnit.MILLISECONDS);
        return new Lease(store, collection, holder, renewal);
    }

    private boolean take(String collection, String holder) {
        return store.write(transaction -> !transaction.run("MERGE (c:CaravanCollection {name: $name}) ON CREATE SET c.born = randomUUID(), c.version = 0, c.removed = 0 "
                + "SET c.touched = $holder WITH c WHERE c.holder IS NULL OR c.holder = $holder OR c.until < timestamp() "
                + "SET c.holder = $holder, c.until = timestamp() + $length RETURN c.name", parameters(collection, holder)).list().isEmpty());
    }

    private void renew(String collection, String holder) {
        try {
            store.write(transaction -> transaction.run("MATCH (c:CaravanCollection {name: $name}) SET c.touched = $holder WITH c WHERE c.holder = $holder "
                    + "SET c.until = timestamp() + $length", parameters(collection, holder)).consume());
        } catch (Neo4jException e) {
            LOG.debug("The lease on {} is not renewed yet: {}", collection, e.getMessage());
        }
    }

    private Map<String, Object> parameters(String collection, String holder) {
        return Map.of("name", collection, "holder", holder, "length", length.toMillis());
    }

    @PreDestroy
    void stop() {
        renewals.shutdownNow();
    }
}
