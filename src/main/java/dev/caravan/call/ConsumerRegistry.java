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

/** Holds the running consumers of one kind by key. Readers see a snapshot, never a half-made change. */
public abstract class ConsumerRegistry<C extends RegisteredConsumer> {

    private record Snapshot<C extends RegisteredConsumer>(NavigableMap<String, C> consumers,
                                                          NavigableMap<String, JsonNode> definitions) {

        static <C extends RegisteredConsumer> Snapshot<C> of(NavigableMap<String, C> consumers) {
            NavigableMap<String, JsonNode> definitions = new TreeMap<>();
            consumers.forEach((key, consumer) -> {
                if (consumer.isListed()) {
                    definitions.put(key, consumer.definition());
                }
            });
            return new Snapshot<>(consumers, Collections.unmodifiableNavigableMap(definitions));
        }
    }

    private final String kind;
    private final Gates gates;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Set<C> leaving = new HashSet<>();
    private volatile Snapshot<C> snapshot = Snapshot.of(new TreeMap<>());

    /** @param kind kind of the consumers, for messages */
    protected ConsumerRegistry(String kind, Gates gates) {
        this.kind = kind;
        this.gates = gates;
    }

    /** Adds a listener that runs after each change. */
    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    /** Returns the consumer with this key, for any caller. */
    public Optional<C> find(String key) {
        return Optional.ofNullable(snapshot.consumers().get(key));
    }

    /**
     * Returns the consumer if it exists for a caller with these rights.
     *
     * @throws McpException if the caller lacks a right
     */
    public Optional<C> find(String key, ToolRights rights) throws McpException {
        C consumer = snapshot.consumers().get(key);
        return consumer != null && (consumer.isOpen() || rights.check(consumer.tags())) ? Optional.of(consumer) : Optional.empty();
    }

    /** Returns the definitions that a caller with these rights may see, ordered by key. */
    public NavigableMap<String, JsonNode> definitions(ToolRights rights) {
        Snapshot<C> now = snapshot;
        NavigableMap<String, JsonNode> seen = new TreeMap<>(now.definitions());
        seen.keySet().removeIf(key -> !now.consumers().get(key).isOpen() && !rights.see(now.consumers().get(key).tags()));
        return seen;
    }

    /** Returns the definitions ordered by key. */
    public NavigableMap<String, JsonNode> definitions() {
        return snapshot.definitions();
    }

    /**
     * Adds a consumer.
     *
     * @throws IllegalStateException if another route serves this key
     */
    public void register(C consumer) {
        synchronized (this) {
            C present = snapshot.consumers().get(consumer.key());
            checkAgainst(consumers().stream().filter(other -> other != present && !leaving.contains(other)).toList(), consumer);
            if (present != null && present != consumer && !leaving.remove(present)) {
                throw new IllegalStateException(kind + " " + consumer.key() + " is already served by another route, " + present.getRouteId());
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
     * Checks a new consumer against those that stay, for registries in which different keys may conflict.
     *
     * @throws IllegalStateException if one of those that stay serves the same requests
     */
    protected void checkAgainst(Collection<C> staying, C consumer) {
        // different keys are enough
    }

    protected Collection<C> consumers() {
        return snapshot.consumers().values();
    }

    /** Removes a consumer. While its route is replaced it stays in lists; it leaves them if there is no successor. */
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

    /** Returns the gate for calls of this consumer. The gate is closed while its route is replaced. */
    public Gate gate(C consumer) {
        return gates.gate(consumer.getEndpoint().getEndpointBaseUri());
    }
}
