package dev.caravan.prompt;

import dev.caravan.call.DefinitionWatch;
import dev.caravan.mcp.ListChanges;
import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

/** Announces changes of the gateway's list of prompts. */
@Component
class AnnouncePrompts {

    AnnouncePrompts(CamelContext context, ListChanges changes) {
        DefinitionWatch.of(PromptRegistry.of(context), () -> changes.changed(ListChanges.GATEWAY, ListChanges.PROMPTS));
    }
}
