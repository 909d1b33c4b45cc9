package dev.caravan.call.tool;

import dev.caravan.call.ConsumerRegistry;
import dev.caravan.routes.Gates;
import dev.caravan.routes.PerContext;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.camel.CamelContext;

/** The tools whose routes run, by name. There is one registry per Camel context. */
public final class ToolRegistry extends ConsumerRegistry<ToolConsumer> implements ToolCatalogue {

    private ToolRegistry(Gates gates) {
        super("Tool", gates);
    }

    /** Returns the tools that lead to others, by name. Lists show them in mode discover only. */
    public NavigableMap<String, ToolConsumer> discovery() {
        NavigableMap<String, ToolConsumer> discovery = new TreeMap<>();
        consumers().stream().filter(tool -> tool.spec().discovery()).forEach(tool -> discovery.put(tool.spec().name(), tool));
        return discovery;
    }

    /** Returns the registry of the context, created at the first call. */
    public static ToolRegistry of(CamelContext context) {
        Gates gates = Gates.of(context);
        return PerContext.of(context, ToolRegistry.class, () -> new ToolRegistry(gates));
    }
}
