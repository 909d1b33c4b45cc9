package dev.caravan.bus;

import dev.caravan.routes.RoutesLoaded;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Keeps messages waiting till all routes are loaded: before, tools would be unknown. */
@OnBus
@Component
class BusOpening {

    private static final long PATIENCE_MINUTES = 5;

    private final CompletableFuture<Void> loaded = new CompletableFuture<>();

    @EventListener
    void open(RoutesLoaded routes) {
        loaded.complete(null);
    }

    @EventListener
    void close(ContextClosedEvent closed) {
        loaded.cancel(false);
    }

    /** @throws Exception if it never will be; the message goes back */
    void await() throws InterruptedException, ExecutionException, TimeoutException {
        loaded.get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    }
}
