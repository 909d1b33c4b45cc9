package dev.caravan.resource;

import dev.caravan.call.DefinitionWatch;
import dev.caravan.mcp.ListChanges;
import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

/** Announces changes of the gateway's list of resources. */
@Component
class AnnounceResources {

    AnnounceResources(CamelContext context, ListChanges changes) {
        DefinitionWatch.of(ResourceRegistry.of(context), () -> changes.changed(ListChanges.GATEWAY, ListChanges.RESOURCES));
    }
}
