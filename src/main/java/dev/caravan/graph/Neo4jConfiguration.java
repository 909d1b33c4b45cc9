package dev.caravan.graph;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Redacted;
import dev.caravan.observe.Check;
import dev.caravan.observe.Family;
import dev.caravan.observe.Neo4jSpans;
import dev.caravan.observe.PoolMeters;
import dev.caravan.store.BareAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Config;
import org.neo4j.driver.ConnectionPoolMetrics;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.NotificationConfig;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.TransactionConfig;
import org.neo4j.driver.exceptions.ClientException;
import org.neo4j.driver.exceptions.Neo4jException;
import org.springframework.boot.actuate.health.Health;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;

/** Creates the driver of the {@code neo4j:} endpoints and of {@link Cypher}. */
@Configuration(proxyBeanMethods = false)
@Family.On(Family.GRAPH)
class Neo4jConfiguration {

    /** Codes of what is wrong with a statement, or with its values. */
    private static final String STATEMENT = "Neo.ClientError.Statement.";

    /**
     * Its timeouts are below a tool's five seconds, so that callers learn that the database is down. It checks connections that were idle
     * for two seconds before it uses them, so that no call fails after a restart of the database. It has one network thread for two
     * processors, as the HTTP server does: with the driver's default of four on two processors, a call took 525 µs of CPU time instead of
     * 404.
     */
    @Bean(destroyMethod = "close")
    Driver neo4jDriver(Neo4jProperties properties, Neo4jSpans spans) {
        long timeout = properties.timeout().toMillis();
        BareAddress address = BareAddress.of(properties.uri(), properties.username(), properties.password());
        AuthToken token = address.username().isEmpty()
                ? AuthTokens.none()
                : AuthTokens.basic(address.username(), address.password());
        return spans.of(GraphDatabase.driver(address.url(), token, Config.builder()
                .withUserAgent("caravan")
                .withConnectionTimeout(timeout / 2, TimeUnit.MILLISECONDS)
                .withConnectionAcquisitionTimeout(timeout / 2, TimeUnit.MILLISECONDS)
                .withMaxTransactionRetryTime(timeout / 2, TimeUnit.MILLISECONDS)
                .withConnectionLivenessCheckTimeout(2, TimeUnit.SECONDS)
                .withMaxConnectionPoolSize(properties.poolSize())
                .withNotificationConfig(NotificationConfig.disableAllConfig())
                .withTelemetryDisabled(true)
                .withDriverMetrics()
                .withEventLoopThreads(Math.max(1, Runtime.getRuntime().availableProcessors() / 2))
                .build()), properties.database());
    }

    @Bean
    static ErrorCode.FailureCode neo4jFailures() {
        return new ErrorCode.FailureCode(Neo4jException.class, ErrorCode.DB_ERROR, "Neo4j",
                cause -> cause instanceof ClientException client && client.code().startsWith(STATEMENT) ? sentence(client) : null);
    }

    /** Returns Neo4j's sentence about the Cypher, with the place of the mistake. */
    private static String sentence(ClientException refused) {
        return "Neo4j: " + Redacted.text(refused.getMessage(), List.of());
    }

    /** Checks {@code neo4j} in health: the database of the {@code neo4j_*} tools and of search. */
    @Component
    @Family.On(Family.GRAPH)
    static class GraphCheck implements Check {

        private static final TransactionConfig LIMIT = TransactionConfig.builder().withTimeout(Duration.ofSeconds(1)).build();

        private final Driver driver;
        private final SessionConfig config;
        private final String place;

        GraphCheck(Driver driver, Neo4jProperties settings) {
            this.driver = driver;
            this.place = Check.place(settings.uri());
            this.config = SessionConfig.builder().withDatabase(settings.database()).withDefaultAccessMode(AccessMode.READ).build();
        }

        @Override
        public String name() {
            return "neo4j";
        }

        @Override
        public String title() {
            return "Neo4j at " + place;
        }

        @Override
        public Health ask() throws RefusedException {
            try (Session session = driver.session(config)) {
                session.run("RETURN 1", LIMIT).consume();
            } catch (ClientException e) {
                throw new RefusedException(e.code());
            }
            return Check.up(Map.of());
        }
    }

    /** Registers the pool {@code neo4j} in metrics: the connections to all members of the cluster together. */
    @Component
    @Family.On(Family.GRAPH)
    static class Neo4jPoolMetrics {

        Neo4jPoolMetrics(PoolMeters pools, Driver driver, Neo4jProperties properties) {
            pools.add("neo4j", () -> sum(driver, ConnectionPoolMetrics::inUse), () -> sum(driver, ConnectionPoolMetrics::idle),
                    () -> sum(driver, ConnectionPoolMetrics::acquiring), properties::poolSize);
        }

        private static int sum(Driver driver, ToIntFunction<ConnectionPoolMetrics> number) {
            return driver.metrics().connectionPoolMetrics().stream().mapToInt(number).sum();
        }
    }
}
