package dev.caravan.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.camel.CamelContext;
import org.apache.camel.component.seda.QueueReference;
import org.apache.camel.component.seda.SedaComponent;
import org.springframework.stereotype.Component;

/** {@code caravan.audit.queue}: audit events that the route {@code audit} has not taken yet. */
@Component
class AuditQueueMetrics {

    private static final String QUEUE = "seda://audit";

    AuditQueueMetrics(CamelContext context, MeterRegistry registry) {
        Gauge.builder("caravan.audit.queue", context, AuditQueueMetrics::size).description("Audit events that the route audit has not taken yet").register(registry);
    }

    private static int size(CamelContext context) {
        QueueReference queue = context.hasComponent("seda") instanceof SedaComponent seda ? seda.getQueues().get(QUEUE) : null;
        return queue == null ? 0 : queue.getQueue().size();
    }
}
