package dev.caravan.graph;

import dev.caravan.observe.Check;
import java.time.Duration;
import java.util.Map;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.TransactionConfig;
import org.springframework.boot.actuate.health.Health;
import org.springframework.stereotype.Component;

/** Checks {@code neo4j} in health: the database of the {@code neo4j_*} tools and of search. */
@Component
class GraphCheck implements Check {

    private static final TransactionConfig LIMIT = TransactionConfig.builder().withTimeout(Duration.ofSeconds(1)).build();

    private final Driver driver;
    private final SessionConfig config;

    GraphCheck(Driver driver, Neo4jProperties settings) {
        this.driver = driver;
        this.config = SessionConfig.builder().withDatabase(settings.database()).withDefaultAccessMode(AccessMode.READ).build();
    }

    @Override
    public String name() {
        return "neo4j";
    }

    @Override
    public Health ask() {
        try (Session session = driver.session(config)) {
            session.run("RETURN 1", LIMIT).consume();
        }
        return Check.up(Map.of());
    }
}
