package dev.caravan.search;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.neo4j.driver.Record;
import org.neo4j.driver.TransactionContext;
import org.neo4j.driver.exceptions.Neo4jException;

/**
 * The right to write to a collection, which one sync at a time has. It is kept by renewing it; each transaction makes sure
 * that it is still there, so that who has lost it (after a long standstill) writes nothing.
 */
final class Lease implements AutoCloseable {

    private final ChunkStore store;
    private final String collection;
    private final String holder;
    private final ScheduledFuture<?> renewal;

    Lease(ChunkStore store, String collection, String holder, ScheduledFuture<?> renewal) {
        this.store = store;
        this.collection = collection;
        this.holder = holder;
        this.renewal = renewal;
    }

    /**
     * Begins a transaction that writes: nobody else writes to the collection until it ends.
     *
     * @return the version that the collection has after it
     * @throws LostException if another sync has the lease
     */
    long begin(TransactionContext transaction) {
        List<Record> held = transaction.run("MATCH (c:CaravanCollection {name: $name}) SET c.touched = $holder WITH c WHERE c.holder = $holder "
                + "SET c.version = c.version + 1 RETURN c.version AS version", parameters()).list();
        if (held.isEmpty()) {
            throw new LostException(collection);
        }
        return held.get(0).get("version").asLong();
    }

    @Override
    public void close() {
        renewal.cancel(false);
        try {
            store.write(transaction -> transaction.run("MATCH (c:CaravanCollection {name: $name}) SET c.touched = $holder WITH c WHERE c.holder = $holder "
                    + "REMOVE c.holder, c.until", parameters()).consume());
        } catch (Neo4jException e) {
            // it ends by itself
        }
    }

    private Map<String, Object> parameters() {
        return Map.of("name", collection, "holder", holder);
    }

    /** Another sync of the collection has taken over. */
    static final class LostException extends RuntimeException {

        LostException(String collection) {
            super("Another one indexes " + collection + " now");
        }
    }
}
