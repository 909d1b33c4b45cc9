package dev.caravan.tool;

import dev.caravan.call.DefinitionWatch;
import dev.caravan.mcp.ListChanges;
import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

/** Announces changes of the gateway's list of tools. */
@Component
class AnnounceTools {

    AnnounceTools(CamelContext context, ListChanges changes) {
        DefinitionWatch.of(ToolRegistry.of(context), () -> changes.changed(ListChanges.GATEWAY, ListChanges.TOOLS));
    }
}
