package dev.caravan.routes;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts reloads by outcome in {@code caravan.routes.reloads}, and shows the number of unusable files in {@code caravan.routes.broken}. */
class ReloadMetrics {

    private final Counter ok;
    private final Counter failed;
    private final AtomicInteger broken;

    ReloadMetrics(MeterRegistry registry) {
        this.ok = registry.counter("caravan.routes.reloads", "outcome", "ok");
        this.failed = registry.counter("caravan.routes.reloads", "outcome", "failed");
        this.broken = registry.gauge("caravan.routes.broken", new AtomicInteger());
    }

    void reloaded() {
        ok.increment();
    }

    void refused() {
        failed.increment();
    }

    void broken(int files) {
        broken.set(files);
    }
}
