package dev.caravan.graph;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.FailureCode;
import dev.caravan.observe.Neo4jSpans;
import dev.caravan.store.BareAddress;
import java.util.concurrent.TimeUnit;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.NotificationConfig;
import org.neo4j.driver.exceptions.Neo4jException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the driver of the {@code neo4j:} endpoints and of {@link Cypher}. */
@Configuration(proxyBeanMethods = false)
class Neo4jConfiguration {

    /**
     * Its timeouts are below a tool's five seconds, so that callers learn that the database is down. It checks connections that were idle for two
     * seconds before it uses them, so that no call fails after a restart of the database. It has one network thread for two processors, as the HTTP server does: with
     * the driver's default of four on two processors, a call took 525 µs of CPU time instead of 404.
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
    static FailureCode neo4jFailures() {
        return new FailureCode(Neo4jException.class, ErrorCode.DB_ERROR);
    }
}
