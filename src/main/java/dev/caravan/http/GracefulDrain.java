package dev.caravan.http;

import dev.caravan.security.HttpRefusal;
import io.undertow.server.HttpServerExchange;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Admits requests and counts the running ones. When the gateway is told to stop, it first goes on for a while, so that balancers see its
 * readiness and send no more. Then it refuses requests with 503; nothing was done about them, so clients can send them elsewhere. Running
 * requests are answered before anything that they need stops.
 */
@Component
class GracefulDrain implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(GracefulDrain.class);

    private static final Map<String, String> ELSEWHERE = Map.of("Retry-After", "1", "Connection", "close");

    private static final long LOOK_MS = 5;

    private final Duration delay;
    private final Duration drain;
    private final AtomicInteger inside = new AtomicInteger();
    private volatile boolean closed;
    private volatile boolean running;

    GracefulDrain(HttpProperties properties) {
        this.delay = properties.stopDelay();
        this.drain = properties.drain();
    }

    /**
     * Admits a request.
     *
     * @throws HttpRefusal 503, if the gateway is stopping
     */
    void enter(HttpServerExchange exchange) throws HttpRefusal {
        inside.incrementAndGet();
        if (closed) {
            inside.decrementAndGet();
            exchange.setPersistent(false);
            throw new HttpRefusal(503, "The gateway is stopping. Send this again or to another gateway", ELSEWHERE);
        }
        exchange.addExchangeCompleteListener((over, next) -> {
            inside.decrementAndGet();
            next.proceed();
        });
    }

    /** Returns the number of unanswered requests, including event streams. */
    int inside() {
        return inside.get();
    }

    /** Starts the drain before anything is stopped. */
    @EventListener
    @Order(Ordered.HIGHEST_PRECEDENCE)
    void close(ContextClosedEvent closing) throws InterruptedException {
        if (!running) {
            return;
        }
        TimeUnit.NANOSECONDS.sleep(delay.toNanos());
        closed = true;
    }

    /** Waits for running requests. Event streams have ended before. */
    @Override
    public void stop() {
        running = false;
        long deadline = System.nanoTime() + drain.toNanos();
        try {
            while (inside.get() > 0 && System.nanoTime() - deadline < 0) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int left = inside.get();
        if (left > 0) {
            LOG.warn("Gateway stops with unanswered requests requests={} drain={}s", left, drain.toSeconds());
        }
    }

    @Override
    public void start() {
        closed = false;
        running = true;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Returns a phase after streams and before routes. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE - 1;
    }
}
