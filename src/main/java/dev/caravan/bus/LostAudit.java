package dev.caravan.bus;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Counts audit events that could not be published, as {@code caravan.audit.lost}. The log contains them. */
@OnBus
@Component("lostAudit")
class LostAudit implements Processor {

    private static final Logger LOG = LoggerFactory.getLogger(LostAudit.class);
    private static final long PAUSE = Duration.ofMinutes(1).toNanos();

    private final Counter lost;
    private final AtomicLong said = new AtomicLong(System.nanoTime() - PAUSE);

    LostAudit(MeterRegistry meters) {
        this.lost = Counter.builder("caravan.audit.lost").description("Audit events that could not be published").register(meters);
    }

    @Override
    public void process(Exchange exchange) {
        lost.increment();
        long before = said.get();
        if (System.nanoTime() - before > PAUSE && said.compareAndSet(before, System.nanoTime())) {
            LOG.warn("Audit events not published because their broker is unavailable lost={}", (long) lost.count());
        }
    }
}
