package dev.caravan.graph;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.observe.Family;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.TransactionConfig;
import org.springframework.stereotype.Component;

/**
 * Limits the number of property names that callers can add to the graph, to {@code caravan.neo4j.max-property-names}. Neo4j never removes a
 * name, even if no node or relationship has the property. Labels and relationship types need no limit: callers can create none outside the
 * {@link WhiteList}.
 *
 * <p>Admitted names are remembered, so only a call with another name asks the database. New names are created here, one call at a time, so
 * that concurrent calls of one gateway stay within the limit. Gateways do not wait for each other: each other gateway can exceed the limit
 * by the names of one call.
 */
@Component
@Family.On(Family.GRAPH)
class PropertyNames {

    private static final int SHOWN = 3;
    private static final String COUNT = "CALL db.propertyKeys() YIELD propertyKey "
            + "RETURN count(*) AS count, collect(CASE WHEN propertyKey IN $names THEN propertyKey END) AS existing";
    private static final String MAKE = "UNWIND $names AS name CALL db.createProperty(name)";

    private final Driver driver;
    private final SessionConfig config;
    private final String database;
    private final Duration time;
    private final int most;
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final ReentrantLock making = new ReentrantLock();

    PropertyNames(Driver driver, Neo4jProperties properties) {
        this.driver = driver;
        this.database = properties.database();
        this.config = SessionConfig.builder().withDatabase(database).build();
        this.time = properties.timeout().dividedBy(2);
        this.most = properties.maxPropertyNames();
    }

    /**
     * Creates names that the database does not have. Takes at most half of {@code caravan.neo4j.timeout}.
     *
     * @throws InvalidArgumentException if the database would then have too many names
     */
    void admit(Collection<String> names) throws ToolException, InterruptedException {
        if (known.containsAll(names)) {
            return;
        }
        long end = System.nanoTime() + time.toNanos();
        if (!making.tryLock(time.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new ToolException(ErrorCode.DB_ERROR, Text.of("database.late", database));
        }
        try (Session session = driver.session(config)) {
            make(names, session, end);
        } finally {
            making.unlock();
        }
    }

    private void make(Collection<String> names, Session session, long end) throws InvalidArgumentException {
        List<String> asked = names.stream().filter(name -> !known.contains(name)).toList();
        if (asked.isEmpty()) {
            return;
        }
        Record found = session.run(COUNT, Map.of("names", asked), within(end)).single();
        known.addAll(found.get("existing").asList(name -> name.asString()));
        List<String> added = asked.stream().filter(name -> !known.contains(name)).toList();
        int count = found.get("count").asInt();
        if (count + added.size() > most && !added.isEmpty()) {
            throw new InvalidArgumentException(Text.of("graph.tooManyNames", added.size(),
                    String.join(", ", added.subList(0, Math.min(SHOWN, added.size()))), count, most));
        }
        if (!added.isEmpty()) {
            session.run(MAKE, Map.of("names", added), within(end)).consume();
            known.addAll(added);
        }
    }

    private static TransactionConfig within(long end) {
        return TransactionConfig.builder().withTimeout(Duration.ofNanos(Math.max(end - System.nanoTime(), 1_000_000))).build();
    }
}
