package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.routes.Gate;
import dev.caravan.routes.Gates;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.CamelContext;

/**
 * The tools whose routes run, by name; one registry a Camel context. Readers see a snapshot, never a change half made.
 */
public final class ToolRegistry implements ToolCatalogue {

    /** Hears of every change, after it is done. */
    public interface Listener {
        void toolsChanged();
    }

    private record Snapshot(NavigableMap<String, ToolConsumer> tools, NavigableMap<String, JsonNode> definitions) {

        static Snapshot of(NavigableMap<String, ToolConsumer> tools) {
            NavigableMap<String, JsonNode> definitions = new TreeMap<>();
            tools.forEach((name, tool) -> definitions.put(name, tool.spec().definition()));
            return new Snapshot(tools, Collections.unmodifiableNavigableMap(definitions));
        }
    }

    private final Gates gates;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Set<ToolConsumer> leaving = new HashSet<>();
    private volatile Snapshot snapshot = Snapshot.of(new TreeMap<>());

    private ToolRegistry(Gates gates) {
        this.gates = gates;
    }

    /** The registry of that context, made at the first call. */
    public static ToolRegistry of(CamelContext context) {
        var extension = context.getCamelContextExtension();
        synchronized (extension) {
            ToolRegistry registry = extension.getContextPlugin(ToolRegistry.class);
            if (registry == null) {
                registry = new ToolRegistry(Gates.of(context));
                extension.addContextPlugin(ToolRegistry.class, registry);
            }
            return registry;
        }
    }

    public void addListener(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public Optional<ToolConsumer> find(String name) {
        return Optional.ofNullable(snapshot.tools().get(name));
    }

    @Override
    public NavigableMap<String, JsonNode> definitions() {
        return snapshot.definitions();
    }

    /** @throws IllegalStateException if another route serves a tool of that name */
    void register(ToolConsumer tool) {
        String name = tool.spec().name();
        synchronized (this) {
            ToolConsumer present = snapshot.tools().get(name);
            if (present != null && present != tool && !leaving.remove(present)) {
                throw new IllegalStateException("Tool " + name + " is already served by route " + present.getRouteId());
            }
            leaving.remove(tool);
            gate(name);
            NavigableMap<String, ToolConsumer> tools = new TreeMap<>(snapshot.tools());
            tools.put(name, tool);
            snapshot = Snapshot.of(tools);
        }
        listeners.forEach(Listener::toolsChanged);
    }

    /** While the tool is being swapped it stays in lists, and leaves them when the swap ends without a successor. */
    void withdraw(ToolConsumer tool) {
        Gate gate = gate(tool.spec().name());
        synchronized (this) {
            leaving.add(tool);
        }
        gate.afterRelease(() -> remove(tool));
    }

    private void remove(ToolConsumer tool) {
        synchronized (this) {
            NavigableMap<String, ToolConsumer> tools = new TreeMap<>(snapshot.tools());
            if (!leaving.remove(tool) || !tools.remove(tool.spec().name(), tool)) {
                return;
            }
            snapshot = Snapshot.of(tools);
        }
        listeners.forEach(Listener::toolsChanged);
    }

    /** What calls of that tool pass through; only for names of tools that are or were registered. */
    Gate gate(String name) {
        return gates.gate(ToolComponent.SCHEME + "://" + name);
    }
}
