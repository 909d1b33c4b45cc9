package dev.caravan.routes;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;

/**
 * The gates of one Camel context, by the URI that a route consumes from, without options: {@code direct://name},
 * {@code ai-tool://name}. A consumer that starts makes its gate; a name that a caller sends never does.
 */
public final class Gates {

    private final Map<String, Gate> gates = new ConcurrentHashMap<>();

    public static Gates of(CamelContext context) {
        return PerContext.of(context, Gates.class, Gates::new);
    }

    /** The gate of that URI, made at the first call; stays for the life of the context. */
    public Gate gate(String uri) {
        Gate made = gates.get(uri);
        return made == null ? gates.computeIfAbsent(uri, any -> new Gate()) : made;
    }

    /** The URIs of the gates that callers are inside of. */
    Set<String> taken() {
        return gates.entrySet().stream().filter(entry -> entry.getValue().isTaken()).map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    Optional<Gate> find(String uri) {
        return Optional.ofNullable(gates.get(uri));
    }
}
