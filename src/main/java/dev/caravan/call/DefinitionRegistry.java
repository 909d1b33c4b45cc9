package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.ToolRights;
import dev.caravan.routes.PerContext;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;

/** Holds the definitions of one kind whose routes run, by key. Readers see a snapshot, never a half-made change. */
public final class DefinitionRegistry<D extends Definition> {

    /** The registries of one Camel context. */
    private record Registries(Map<DefinitionKind, DefinitionRegistry<?>> byKind) {
    }

    private record Snapshot<D extends Definition>(NavigableMap<String, DefinitionConsumer<D>> consumers,
            NavigableMap<String, JsonNode> definitions) {

        static <D extends Definition> Snapshot<D> of(NavigableMap<String, DefinitionConsumer<D>> consumers) {
            NavigableMap<String, JsonNode> definitions = new TreeMap<>();
            consumers.forEach((key, consumer) -> {
                if (consumer.definition().isListed()) {
                    definitions.put(key, consumer.definition().definition());
                }
            });
            return new Snapshot<>(consumers, Collections.unmodifiableNavigableMap(definitions));
        }
    }

    private final DefinitionKind kind;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Set<DefinitionConsumer<D>> leaving = new HashSet<>();
    private volatile Snapshot<D> snapshot = Snapshot.of(new TreeMap<>());

    private DefinitionRegistry(DefinitionKind kind) {
        this.kind = kind;
    }

    /** Returns the registry of this kind in the context. */
    @SuppressWarnings("unchecked")
    public static <D extends Definition> DefinitionRegistry<D> of(CamelContext context, DefinitionKind kind) {
        Registries all = PerContext.of(context, Registries.class,
                () -> new Registries(Arrays.stream(DefinitionKind.values())
                        .collect(Collectors.toMap(Function.identity(), DefinitionRegistry::new))));
        return (DefinitionRegistry<D>) all.byKind().get(kind);
    }

    /** Adds a listener that runs after each change. */
    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    /** Returns the consumer with this key, for any caller. */
    public Optional<DefinitionConsumer<D>> find(String key) {
        return Optional.ofNullable(snapshot.consumers().get(key));
    }

    /**
     * Returns the consumer if it exists for a caller with these rights.
     *
     * @throws McpException if the caller lacks a right
     */
    public Optional<DefinitionConsumer<D>> find(String key, ToolRights rights) throws McpException {
        DefinitionConsumer<D> consumer = snapshot.consumers().get(key);
        return consumer != null && (consumer.definition().isOpen() || rights.check(consumer.definition())) ? Optional.of(consumer)
                : Optional.empty();
    }

    /** Returns the definitions that a caller with these rights may see, ordered by key. */
    public NavigableMap<String, JsonNode> definitions(ToolRights rights) {
        Snapshot<D> now = snapshot;
        NavigableMap<String, JsonNode> seen = new TreeMap<>(rights.shown(kind.list(), now.definitions()));
        seen.keySet().removeIf(key -> {
            Definition definition = now.consumers().get(key).definition();
            return !definition.isOpen() && !rights.see(definition);
        });
        return seen;
    }

    /** Returns the definitions ordered by key. */
    public NavigableMap<String, JsonNode> definitions() {
        return snapshot.definitions();
    }

    /** @throws IllegalStateException if another route serves this key, or the same requests by another key */
    void register(DefinitionConsumer<D> consumer) {
        String key = consumer.definition().key();
        synchronized (this) {
            DefinitionConsumer<D> present = snapshot.consumers().get(key);
            for (DefinitionConsumer<D> other : consumers()) {
                if (other != present && !leaving.contains(other) && other.definition().overlaps(consumer.definition())) {
                    throw new IllegalStateException(kind.label() + " " + key + " matches the same URIs as " + other.definition().key()
                            + " of route " + other.getRouteId());
                }
            }
            if (present != null && present != consumer && !leaving.remove(present)) {
                throw new IllegalStateException(kind.label() + " " + key + " is already served by another route, " + present.getRouteId());
            }
            leaving.remove(consumer);
            NavigableMap<String, DefinitionConsumer<D>> consumers = new TreeMap<>(snapshot.consumers());
            consumers.put(key, consumer);
            snapshot = Snapshot.of(consumers);
        }
        listeners.forEach(Runnable::run);
    }

    public Collection<DefinitionConsumer<D>> consumers() {
        return snapshot.consumers().values();
    }

    /** Removes a consumer. While its route is replaced it stays in lists; it leaves them if there is no successor. */
    void withdraw(DefinitionConsumer<D> consumer) {
        synchronized (this) {
            leaving.add(consumer);
        }
        consumer.gate().afterRelease(() -> remove(consumer));
    }

    private void remove(DefinitionConsumer<D> consumer) {
        synchronized (this) {
            NavigableMap<String, DefinitionConsumer<D>> consumers = new TreeMap<>(snapshot.consumers());
            if (!leaving.remove(consumer) || !consumers.remove(consumer.definition().key(), consumer)) {
                return;
            }
            snapshot = Snapshot.of(consumers);
        }
        listeners.forEach(Runnable::run);
    }
}
