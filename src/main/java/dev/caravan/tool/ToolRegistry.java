package dev.caravan.tool;

import dev.caravan.call.ConsumerRegistry;
import dev.caravan.routes.Gates;
import dev.caravan.routes.PerContext;
import org.apache.camel.CamelContext;

/** The tools whose routes run, by name. There is one registry per Camel context. */
public final class ToolRegistry extends ConsumerRegistry<ToolConsumer> implements ToolCatalogue {

    private ToolRegistry(Gates gates) {
        super("Tool", gates);
    }

    /** Returns the registry of the context, created at the first call. */
    public static ToolRegistry of(CamelContext context) {
        Gates gates = Gates.of(context);
        return PerContext.of(context, ToolRegistry.class, () -> new ToolRegistry(gates));
    }
}
