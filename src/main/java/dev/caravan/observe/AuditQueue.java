package dev.caravan.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Component;

/** Holds the audit events that the route {@code audit} has not taken yet, at most {@value #SIZE}. A call adds its event and continues. */
@Component
public class AuditQueue {

    static final int SIZE = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(AuditQueue.class);
    private static final long PAUSE = Duration.ofMinutes(1).toNanos();

    private final BlockingQueue<AuditEvent> events = new LinkedBlockingQueue<>(SIZE);
    /** The events that wait or are being written. */
    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicLong told = new AtomicLong(System.nanoTime() - PAUSE);
    private final Counter lost;

    AuditQueue(MeterRegistry meters) {
        this.lost = Counter.builder("caravan.audit.dropped").description("Audit events that were not written because the queue was full")
                .register(meters);
        Gauge.builder("caravan.audit.queue", events, BlockingQueue::size).description("Audit events that the route audit has not taken yet")
                .register(meters);
    }

    /** Adds an event. If the queue is full, waits for room. */
    public void put(AuditEvent event) {
        pending.incrementAndGet();
        boolean interrupted = false;
        while (true) {
            try {
                events.put(event);
                break;
            } catch (InterruptedException e) { // a call that is late has its event too
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Adds an event without waiting. If the queue is full, counts it as lost. */
    void offer(AuditEvent event) {
        pending.incrementAndGet();
        if (!events.offer(event)) {
            written(1);
            lose(1);
        }
    }

    /**
     * Takes the waiting events, or waits for the first one.
     *
     * @param longest limit of the wait
     * @return empty if there was none in time
     */
    List<AuditEvent> take(int most, Duration longest) throws InterruptedException {
        List<AuditEvent> taken = new ArrayList<>();
        AuditEvent first = events.poll(longest.toNanos(), TimeUnit.NANOSECONDS);
        if (first != null) {
            taken.add(first);
            events.drainTo(taken, most - 1);
        }
        return taken;
    }

    /** Records that this many taken events are written. */
    void written(int number) {
        pending.addAndGet(-number);
    }

    /** Records that this many taken events are lost. */
    void lose(int number) {
        lost.increment(number);
        long last = told.get();
        if (System.nanoTime() - last >= PAUSE && told.compareAndSet(last, System.nanoTime())) {
            LOG.warn("Audit events lost because the queue was full or the route failed lost={}", (long) lost.count());
        }
    }

    /** Returns the number of events that are not written yet. */
    public int pending() {
        return pending.get();
    }

    /**
     * Settings of {@code caravan.audit.*}; each is explained in {@code config/application.yaml}.
     *
     * @param key Key of the HMAC of arguments in audit events, at least 32 characters. All gateways must share it. Empty means a key from
     *            the store.
     */
    @ConfigurationProperties("caravan.audit")
    public record AuditProperties(@DefaultValue("") String key) {

        private static final int SHORTEST = 32;

        public AuditProperties {
            if (!key.isEmpty() && key.length() < SHORTEST) {
                throw new IllegalArgumentException("caravan.audit.key must have at least " + SHORTEST + " characters");
            }
        }

        /** Leaves out the key. */
        @Override
        public String toString() {
            return "AuditProperties[]";
        }
    }
}
