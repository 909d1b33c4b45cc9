package dev.caravan.resource;

import dev.caravan.call.ConsumerRegistry;
import dev.caravan.routes.Gates;
import dev.caravan.routes.PerContext;
import org.apache.camel.CamelContext;

/** The resources whose routes run, by URI; one registry a Camel context. */
final class ResourceRegistry extends ConsumerRegistry<ResourceConsumer> {

    private ResourceRegistry(Gates gates) {
        super("Resource", gates);
    }

    /** The registry of that context, made at the first call. */
    static ResourceRegistry of(CamelContext context) {
        Gates gates = Gates.of(context);
        return PerContext.of(context, ResourceRegistry.class, () -> new ResourceRegistry(gates));
    }
}
