package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.ToolRights;
import dev.caravan.routes.Gate;
import dev.caravan.routes.Gates;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The consumers of one kind whose routes run, by what clients ask for. Readers see a snapshot, never a change half made. */
public abstract class ConsumerRegistry<C extends RegisteredConsumer> {

    private record Snapshot<C extends RegisteredConsumer>(NavigableMap<String, C> consumers,
                                                          NavigableMap<String, JsonNode> definitions) {

        static <C extends RegisteredConsumer> Snapshot<C> of(NavigableMap<String, C> consumers) {
            NavigableMap<String, JsonNode> definitions = new TreeMap<>();
            consumers.forEach((key, consumer) -> definitions.put(key, consumer.definition()));
            return new Snapshot<>(consumers, Collections.unmodifiableNavigableMap(definitions));
        }
    }

    private final String kind;
    private final Gates gates;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Set<C> leaving = new HashSet<>();
    private volatile Snapshot<C> snapshot = Snapshot.of(new TreeMap<>());

    /** @param kind of what is registered, for messages */
    protected ConsumerRegistry(String kind, Gates gates) {
        this.kind = kind;
        this.gates = gates;
    }

    /** Hears of every change, after it is done. */
    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    public Optional<C> find(String key) {
        return Optional.ofNullable(snapshot.consumers().get(key));
    }

    /**
     * The consumer, if it is there for a caller with these rights.
     *
     * @throws McpException if that needs more of them
     */
    public Optional<C> find(String key, ToolRights rights) throws McpException {
        C consumer = snapshot.consumers().get(key);
        return consumer != null && rights.check(consumer.tags()) ? Optional.of(consumer) : Optional.empty();
    }

    /** The definitions that a caller with these rights may see, in the order of their keys. */
    public NavigableMap<String, JsonNode> definitions(ToolRights rights) {
        Snapshot<C> now = snapshot;
        NavigableMap<String, JsonNode> seen = new TreeMap<>(now.definitions());
        seen.keySet().removeIf(key -> !rights.see(now.consumers().get(key).tags()));
        return seen;
    }

    /** The definitions in the order of their keys. */
    public NavigableMap<String, JsonNode> definitions() {
        return snapshot.definitions();
    }

    /** @throws IllegalStateException if another route serves what has that key */
    public void register(C consumer) {
        synchronized (this) {
            C present = snapshot.consumers().get(consumer.key());
            checkAgainst(consumers().stream().filter(other -> other != present && !leaving.contains(other)).toList(), consumer);
            if (present != null && present != consumer && !leaving.remove(present)) {
                throw new IllegalStateException(kind + " " + consumer.key() + " is already served by route " + present.getRouteId());
            }
            leaving.remove(consumer);
            gate(consumer);
            NavigableMap<String, C> consumers = new TreeMap<>(snapshot.consumers());
            consumers.put(consumer.key(), consumer);
            snapshot = Snapshot.of(consumers);
        }
        listeners.forEach(Runnable::run);
    }

    /**
     * For registries whose consumers may be in each other's way, though their keys differ.
     *
     * @throws IllegalStateException if one of those that stay serves what the new one would
     */
    protected void checkAgainst(Collection<C> staying, C consumer) {
        // keys that differ are enough
    }

    protected Collection<C> consumers() {
        return snapshot.consumers().values();
    }

    /** While its route is being swapped it stays in lists, and leaves them when the swap ends without a successor. */
    public void withdraw(C consumer) {
        Gate gate = gate(consumer);
        synchronized (this) {
            leaving.add(consumer);
        }
        gate.afterRelease(() -> remove(consumer));
    }

    private void remove(C consumer) {
        synchronized (this) {
            NavigableMap<String, C> consumers = new TreeMap<>(snapshot.consumers());
            if (!leaving.remove(consumer) || !consumers.remove(consumer.key(), consumer)) {
                return;
            }
            snapshot = Snapshot.of(consumers);
        }
        listeners.forEach(Runnable::run);
    }

    /** What those pass through who want that consumer: the gate that is held while its route is swapped. */
    public Gate gate(C consumer) {
        return gates.gate(consumer.getEndpoint().getEndpointBaseUri());
    }
}
