package dev.caravan.routes;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;

/**
 * The gates of one Camel context, by the URI that a route consumes from, without options: {@code direct://name}, {@code ai-tool://name}. A
 * consumer that starts creates its gate. A name that a caller sends never creates a gate.
 */
public final class GateRegistry {

    private final Map<String, Gate> gates = new ConcurrentHashMap<>();

    public static GateRegistry of(CamelContext context) {
        return PerContext.of(context, GateRegistry.class, GateRegistry::new);
    }

    /** Returns the gate of the URI, and creates it at the first call. A gate exists as long as the context. */
    public Gate gate(String uri) {
        Gate made = gates.get(uri);
        return made == null ? gates.computeIfAbsent(uri, any -> new Gate()) : made;
    }

    /** Returns the URIs of the gates with callers inside. */
    Set<String> taken() {
        return gates.entrySet().stream().filter(entry -> entry.getValue().isTaken()).map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    Optional<Gate> find(String uri) {
        return Optional.ofNullable(gates.get(uri));
    }
}
