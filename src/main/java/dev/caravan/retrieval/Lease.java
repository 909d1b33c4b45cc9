package dev.caravan.retrieval;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.neo4j.driver.Record;
import org.neo4j.driver.TransactionContext;
import org.neo4j.driver.exceptions.Neo4jException;

/**
 * The exclusive right to write to what a node stands for. The holder renews it. Each transaction checks it, so a writer that lost it during
 * a long pause writes nothing.
 */
public record Lease(Neo4jStore store, String label, String name, String holder, ScheduledFuture<?> renewal) implements AutoCloseable {

    /**
     * Begins a writing transaction. Others can't write until it ends.
     *
     * @return the version after this transaction
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
     * Begins the last writing transaction. The lease ends with it.
     *
     * @throws LostException if another writer has the lease
     */
    public void end(TransactionContext transaction) {
        begin(transaction);
        release(transaction);
    }

    private void release(TransactionContext transaction) {
        transaction
                .run("MATCH (c:" + label
                        + " {name: $name}) SET c.touched = $holder WITH c WHERE c.holder = $holder REMOVE c.holder, c.until", parameters())
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
            // the lease expires by itself
        }
    }

    private Map<String, Object> parameters() {
        return Map.of("name", name, "holder", holder);
    }

    /** Another writer has the lease now. */
    public static final class LostException extends RuntimeException {

        LostException(String name) {
            super("Another writer now indexes " + name);
        }
    }
}
