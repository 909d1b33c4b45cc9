package dev.caravan.retrieval;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.neo4j.driver.Record;
import org.neo4j.driver.TransactionContext;
import org.neo4j.driver.exceptions.Neo4jException;

/**
 * The right to write to what a node stands for, which one writer at a time has. It is kept by renewing it; each transaction makes sure
 * that it is still there, so that who has lost it (after a long standstill) writes nothing.
 */
public final class Lease implements AutoCloseable {

    private final Neo4jStore store;
    private final String label;
    private final String name;
    private final String holder;
    private final ScheduledFuture<?> renewal;

    Lease(Neo4jStore store, String label, String name, String holder, ScheduledFuture<?> renewal) {
        this.store = store;
        this.label = label;
        this.name = name;
        this.holder = holder;
        this.renewal = renewal;
    }

    /**
     * Begins a transaction that writes: nobody else writes until it ends.
     *
     * @return the version that there is after it
     * @throws LostException if another writer has the lease
     */
    public long begin(TransactionContext transaction) {
        List<Record> held = transaction.run("MATCH (c:" + label + " {name: $name}) SET c.touched = $holder WITH c WHERE c.holder = $holder "
                + "SET c.version = c.version + 1 RETURN c.version AS version", parameters()).list();
        if (held.isEmpty()) {
            throw new LostException(name);
        }
        return held.get(0).get("version").asLong();
    }

    /**
     * Begins the last transaction that writes: with its end the lease ends.
     *
     * @throws LostException if another writer has the lease
     */
    public void end(TransactionContext transaction) {
        begin(transaction);
        release(transaction);
    }

    private void release(TransactionContext transaction) {
        transaction.run("MATCH (c:" + label + " {name: $name}) SET c.touched = $holder WITH c WHERE c.holder = $holder REMOVE c.holder, c.until", parameters())
                .consume();
    }

    @Override
    public void close() {
        renewal.cancel(false);
        try {
            store.write(transaction -> {
                release(transaction);
                return null;
            });
        } catch (Neo4jException e) {
            // it ends by itself
        }
    }

    private Map<String, Object> parameters() {
        return Map.of("name", name, "holder", holder);
    }

    /** Another writer has taken over. */
    public static final class LostException extends RuntimeException {

        LostException(String name) {
            super("Another one indexes " + name + " now");
        }
    }
}
