package dev.caravan.bus;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Counts audit events that could not be published, as {@code caravan.audit.lost}. The log contains them. */
@OnBus
@Component("lostAudit")
class LostAudit implements Processor {

    private final Counter lost;

    LostAudit(MeterRegistry meters) {
        this.lost = Counter.builder("caravan.audit.lost").description("Audit events that could not be published").register(meters);
    }

    @Override
    public void process(Exchange exchange) {
        lost.increment();
    }
}
