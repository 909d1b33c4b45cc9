package dev.caravan.retrieval;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
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
 * Runs transactions on Neo4j, each with a timeout that the database enforces. The driver repeats a transaction after a temporary failure.
 * Other exceptions reach the caller.
 */
public class Neo4jStore {

    private static final Set<String> ALREADY_THERE = Set.of("Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists",
            "Neo.ClientError.Schema.IndexAlreadyExists", "Neo.ClientError.Schema.ConstraintAlreadyExists");

    private final Driver driver;
    private final String database;
    private final TransactionConfig searching;
    private final TransactionConfig indexing;

    /**
     * @param driver       null if there is no address of Neo4j: the store is off
     * @param timeout      of a transaction that a search waits for
     * @param writeTimeout of a transaction that indexes
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

    Driver driver() {
        return driver;
    }

    /** Whether there is an address of Neo4j. Without one, every transaction fails. */
    public boolean isOn() {
        return driver != null;
    }

    /** @throws ToolException if there is no address of Neo4j */
    public void needOn() throws ToolException {
        if (!isOn()) {
            throw new ToolException(ErrorCode.DB_ERROR, Text.of("search.off"));
        }
    }

    /** Reads with the timeout of searches. */
    public <T> T search(Function<TransactionContext, T> work) {
        return run(AccessMode.READ, searching, work);
    }

    /** Writes with the timeout of searches, to wait for running writers. */
    public <T> T searchBehindWriters(Function<TransactionContext, T> work) {
        return run(AccessMode.WRITE, searching, work);
    }

    /** Reads with the timeout of indexing. */
    public <T> T read(Function<TransactionContext, T> work) {
        return run(AccessMode.READ, indexing, work);
    }

    /** Writes with the timeout of indexing. The work may run more than once. */
    public <T> T write(Function<TransactionContext, T> work) {
        return run(AccessMode.WRITE, indexing, work);
    }

    private <T> T run(AccessMode mode, TransactionConfig limit, Function<TransactionContext, T> work) {
        try (Session session = driver.session(SessionConfig.builder().withDatabase(database).withDefaultAccessMode(mode)
                .withBookmarkManager(driver.executableQueryBookmarkManager()).build())) {
            return mode == AccessMode.READ ? session.executeRead(work::apply, limit) : session.executeWrite(work::apply, limit);
        }
    }

    /** Runs a statement in its own transaction, such as one on the schema. Repeats it when another schema statement is in the way. */
    public List<Record> run(String statement, Map<String, Object> parameters) {
        return write(transaction -> transaction.run(statement, parameters).list());
    }

    /**
     * Runs {@code CREATE … IF NOT EXISTS} for a constraint or an index. If another gateway creates the same one between Neo4j's check and
     * its commit, Neo4j refuses the statement although the result exists; this method ignores that.
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
}
