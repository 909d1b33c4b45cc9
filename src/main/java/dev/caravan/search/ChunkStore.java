package dev.caravan.search;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.TransactionConfig;
import org.neo4j.driver.TransactionContext;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Transactions on Neo4j, each with a time limit that the database keeps. What fails only for the moment is tried again by the
 * driver; all else of it passes.
 */
@Component
class ChunkStore {

    private final Driver driver;
    private final String database;
    private final TransactionConfig reading;
    private final TransactionConfig writing;

    ChunkStore(Driver driver, SearchProperties properties, @Value("${caravan.neo4j.database:neo4j}") String database) {
        this.driver = driver;
        this.database = database;
        this.reading = limit(properties.timeout());
        this.writing = limit(properties.writeTimeout());
    }

    private static TransactionConfig limit(Duration timeout) {
        return TransactionConfig.builder().withTimeout(timeout).build();
    }

    /** Within the time that a search has. */
    <T> T search(Function<TransactionContext, T> work) {
        try (Session session = session(AccessMode.READ)) {
            return session.executeRead(work::apply, reading);
        }
    }

    /** Writing, within the time that a search has. */
    <T> T searchBehindWriters(Function<TransactionContext, T> work) {
        try (Session session = session(AccessMode.WRITE)) {
            return session.executeWrite(work::apply, reading);
        }
    }

    /** Within the time that a transaction of indexing has. */
    <T> T read(Function<TransactionContext, T> work) {
        try (Session session = session(AccessMode.READ)) {
            return session.executeRead(work::apply, writing);
        }
    }

    /** Within the time that a transaction of indexing has; may be run more than once. */
    <T> T write(Function<TransactionContext, T> work) {
        try (Session session = session(AccessMode.WRITE)) {
            return session.executeWrite(work::apply, writing);
        }
    }

    /** A statement that is a transaction of its own, such as one on the schema. */
    List<Record> run(String statement, Map<String, Object> parameters) {
        try (Session session = session(AccessMode.WRITE)) {
            return session.run(statement, parameters, writing).list();
        }
    }

    private Session session(AccessMode mode) {
        return driver.session(SessionConfig.builder().withDatabase(database).withDefaultAccessMode(mode)
                .withBookmarkManager(driver.executableQueryBookmarkManager()).build());
    }
}
