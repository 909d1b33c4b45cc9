package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.NavigableMap;

/** Detects changes of a registry's list. A route that is replaced by one with the same definition is no change. */
public final class DefinitionWatch {

    private final ConsumerRegistry<?> registry;
    private final Runnable changed;
    private NavigableMap<String, JsonNode> known;

    private DefinitionWatch(ConsumerRegistry<?> registry, Runnable changed) {
        this.registry = registry;
        this.changed = changed;
        this.known = registry.definitions();
    }

    /** @param changed runs after each change, on the thread that made it */
    public static void of(ConsumerRegistry<?> registry, Runnable changed) {
        registry.addListener(new DefinitionWatch(registry, changed)::look);
    }

    private synchronized void look() {
        NavigableMap<String, JsonNode> now = registry.definitions();
        if (!now.equals(known)) {
            known = now;
            changed.run();
        }
    }
}
