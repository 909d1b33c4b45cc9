package dev.caravan.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntSupplier;
import org.springframework.stereotype.Component;

/** {@code caravan.pool.active}, {@code caravan.pool.idle} and {@code caravan.pool.max} of pools whose libraries have no meters of their own. */
@Component
public class PoolMeters {

    private final MeterRegistry registry;

    PoolMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** @param pool its name, as {@code neo4j} or {@code database-NAME} */
    public void add(String pool, IntSupplier active, IntSupplier idle, int max) {
        gauge("caravan.pool.active", "Connections in use", pool, active);
        gauge("caravan.pool.idle", "Connections that are open and not in use", pool, idle);
        gauge("caravan.pool.max", "Connections that there may be at once", pool, () -> max);
    }

    private void gauge(String name, String description, String pool, IntSupplier value) {
        Gauge.builder(name, value, IntSupplier::getAsInt).description(description).tag("pool", pool).strongReference(true).register(registry);
    }
}
