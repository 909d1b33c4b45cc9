package dev.caravan.http;

import dev.caravan.security.caller.HttpRefusal;
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
import org.springframework.stereotype.Component;

/**
 * Lets requests in, and knows how many are inside. A gateway that is told to stop goes on for a while, so that balancers which look at its
 * readiness send no more; then it refuses with 503, whereupon a request can be sent elsewhere since nothing was done about it; and what is
 * inside is answered before anything that it needs is stopped.
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

    /** @throws HttpRefusal 503 */
    void enter(HttpServerExchange exchange) throws HttpRefusal {
        inside.incrementAndGet();
        if (closed) {
            inside.decrementAndGet();
            exchange.setPersistent(false);
            throw new HttpRefusal(503, "The gateway is stopping: send this elsewhere, or again", ELSEWHERE);
        }
        exchange.addExchangeCompleteListener((over, next) -> {
            inside.decrementAndGet();
            next.proceed();
        });
    }

    /** Requests that are not answered yet; event streams too. */
    int inside() {
        return inside.get();
    }

    /** Said before anything is stopped. */
    @EventListener
    void close(ContextClosedEvent closing) throws InterruptedException {
        if (!running) {
            return;
        }
        TimeUnit.NANOSECONDS.sleep(delay.toNanos());
        closed = true;
    }

    /** Streams have ended by then. */
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
            LOG.warn("{} requests are not answered after {} s; they are left", left, drain.toSeconds());
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

    /** After streams, before the routes. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE - 1;
    }
}
