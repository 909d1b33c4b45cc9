package dev.caravan.store;

import dev.caravan.observe.SqlSpans;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;

/** Values of a gateway without a store. */
public final class InMemory {

    private InMemory() {
    }

    public static KeyValueStore values() {
        StoreProperties none = new StoreProperties("", "", "", 1, Duration.ofSeconds(1), Duration.ofSeconds(1), "");
        Store store = new Store(none, new SimpleMeterRegistry(), SqlSpans.none());
        return new KeyValueStore(store, new Notifications(none, store));
    }
}
