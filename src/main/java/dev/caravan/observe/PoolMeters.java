package dev.caravan.observe;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntSupplier;
import org.springframework.stereotype.Component;

/**
 * Publishes {@code caravan.pool.active}, {@code caravan.pool.idle}, {@code caravan.pool.pending} and {@code caravan.pool.max} of pools
 * without meters of their own; SQL and MongoDB have some.
 */
@Component
public record PoolMeters(MeterRegistry registry) {

    /**
     * @param pool    name, such as {@code neo4j} or {@code database-NAME}
     * @param pending calls that wait for a connection
     */
    public void add(String pool, IntSupplier active, IntSupplier idle, IntSupplier pending, IntSupplier max) {
        gauge("caravan.pool.active", "Connections in use", pool, active);
        gauge("caravan.pool.idle", "Open connections that are not in use", pool, idle);
        gauge("caravan.pool.pending", "Calls that wait for a connection", pool, pending);
        gauge("caravan.pool.max", "Maximum number of connections", pool, max);
    }

    private void gauge(String name, String description, String pool, IntSupplier value) {
        Gauge.builder(name, value, IntSupplier::getAsInt).description(description).tag("pool", pool).strongReference(true)
                .register(registry);
    }
}
