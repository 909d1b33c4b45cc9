package dev.caravan.retrieval;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.TransactionConfig;
import org.neo4j.driver.TransactionContext;
import org.neo4j.driver.exceptions.ClientException;

/**
 * Transactions on Neo4j, each with a time limit that the database keeps. What fails only for the moment is tried again by the
 * driver; all else of it passes.
 */
public class Neo4jStore {

    private static final Set<String> ALREADY_THERE = Set.of("Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists",
            "Neo.ClientError.Schema.IndexAlreadyExists", "Neo.ClientError.Schema.ConstraintAlreadyExists");

    private final Driver driver;
    private final String database;
    private final TransactionConfig searching;
    private final TransactionConfig indexing;

    /**
     * @param timeout      of a transaction that a search waits for
     * @param writeTimeout of one that indexes
     */
    protected Neo4jStore(Driver driver, String database, Duration timeout, Duration writeTimeout) {
        this.driver = driver;
        this.database = database;
        this.searching = limit(timeout);
        this.indexing = limit(writeTimeout);
    }

    private static TransactionConfig limit(Duration timeout) {
        return TransactionConfig.builder().withTimeout(timeout).build();
    }

    public Driver driver() {
        return driver;
    }

    /** Within the time that a search has. */
    public <T> T search(Function<TransactionContext, T> work) {
        try (Session session = session(AccessMode.READ)) {
            return session.executeRead(work::apply, searching);
        }
    }

    /** Writing, within the time that a search has. */
    public <T> T searchBehindWriters(Function<TransactionContext, T> work) {
        try (Session session = session(AccessMode.WRITE)) {
            return session.executeWrite(work::apply, searching);
        }
    }

    /** Within the time that a transaction of indexing has. */
    public <T> T read(Function<TransactionContext, T> work) {
        try (Session session = session(AccessMode.READ)) {
            return session.executeRead(work::apply, indexing);
        }
    }

    /** Within the time that a transaction of indexing has; may be run more than once. */
    public <T> T write(Function<TransactionContext, T> work) {
        try (Session session = session(AccessMode.WRITE)) {
            return session.executeWrite(work::apply, indexing);
        }
    }

    /** A statement in a transaction of its own, such as one on the schema; tried again where others that work on the schema are in its way. */
    public List<Record> run(String statement, Map<String, Object> parameters) {
        return write(transaction -> transaction.run(statement, parameters).list());
    }

    /**
     * Runs a statement {@code CREATE … IF NOT EXISTS} of a constraint or an index. Another gateway may make the same one between Neo4j's own look and
     * its commit: Neo4j then refuses the statement, and what it should make is there.
     */
    public void create(String statement) {
        try {
            run(statement, Map.of());
        } catch (ClientException e) {
            if (!ALREADY_THERE.contains(e.code())) {
                throw e;
            }
        }
    }

    private Session session(AccessMode mode) {
        return driver.session(SessionConfig.builder().withDatabase(database).withDefaultAccessMode(mode)
                .withBookmarkManager(driver.executableQueryBookmarkManager()).build());
    }
}
