package dev.caravan.graph;

import dev.caravan.observe.PoolMeters;
import java.util.function.ToIntFunction;
import org.neo4j.driver.ConnectionPoolMetrics;
import org.neo4j.driver.Driver;
import org.springframework.stereotype.Component;

/** Registers the pool {@code neo4j} in metrics: the connections to all members of the cluster together. */
@Component
class Neo4jPoolMetrics {

    Neo4jPoolMetrics(PoolMeters pools, Driver driver, Neo4jProperties properties) {
        pools.add("neo4j", () -> sum(driver, ConnectionPoolMetrics::inUse), () -> sum(driver, ConnectionPoolMetrics::idle),
                () -> sum(driver, ConnectionPoolMetrics::acquiring), properties::poolSize);
    }

    private static int sum(Driver driver, ToIntFunction<ConnectionPoolMetrics> number) {
        return driver.metrics().connectionPoolMetrics().stream().mapToInt(number).sum();
    }
}
