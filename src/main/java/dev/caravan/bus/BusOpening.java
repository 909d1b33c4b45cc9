package dev.caravan.bus;

import dev.caravan.routes.RoutesLoaded;
import java.util.concurrent.CountDownLatch;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Keeps messages waiting till all routes are loaded: before, tools would be unknown. */
@OnBus
@Component
class BusOpening {

    private final CountDownLatch loaded = new CountDownLatch(1);

    @EventListener
    void open(RoutesLoaded routes) {
        loaded.countDown();
    }

    void await() throws InterruptedException {
        loaded.await();
    }
}
