package dev.caravan.bus;

import dev.caravan.routes.RoutesState;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Holds messages until all routes are loaded, and stops taking messages when the gateway stops, because tools are unknown before and after.
 * Messages in flight are answered first.
 */
@OnBus
@Component
class BusOpening {

    private static final Logger LOG = LoggerFactory.getLogger(BusOpening.class);

    private final CamelContext context;
    private final CompletableFuture<Void> loaded = new CompletableFuture<>();

    BusOpening(CamelContext context) {
        this.context = context;
    }

    @EventListener
    void open(RoutesState.Loaded routes) {
        loaded.complete(null);
    }

    @EventListener
    void close(ContextClosedEvent closed) {
        loaded.cancel(false);
        for (String entry : List.of("entry-jms", "entry-kafka")) {
            try {
                context.getRouteController().stopRoute(entry, 10, TimeUnit.SECONDS);
            } catch (Exception e) {
                LOG.warn("Messages in flight will be redelivered entry={} error={}", entry, e.getMessage());
            }
        }
    }

    /**
     * Waits until all routes are loaded.
     *
     * @throws Exception if they never will be; the broker then redelivers the message
     */
    void await() throws InterruptedException, ExecutionException, TimeoutException {
        loaded.get(5, TimeUnit.MINUTES);
    }
}
