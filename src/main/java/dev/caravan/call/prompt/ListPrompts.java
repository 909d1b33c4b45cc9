package dev.caravan.call.prompt;

import dev.caravan.call.DefinitionList;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ListPages;
import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

/** Answers {@code prompts/list}. */
@Component("listPrompts")
class ListPrompts extends DefinitionList {

    ListPrompts(CamelContext context, ListPages pages, ListChanges changes) {
        super(ListChanges.PROMPTS, PromptRegistry.of(context), pages, changes);
    }
}
