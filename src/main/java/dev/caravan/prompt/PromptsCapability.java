package dev.caravan.prompt;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.Revision;
import dev.caravan.mcp.ServerCapability;
import org.springframework.stereotype.Component;

/**
 * Declares {@code prompts}. Legacy clients hear of changes on their event stream; modern ones would by
 * {@code subscriptions/listen}, which there is not yet.
 */
@Component
class PromptsCapability implements ServerCapability {

    @Override
    public String name() {
        return "prompts";
    }

    @Override
    public ObjectNode declaration(Revision revision) {
        ObjectNode declaration = JsonNodeFactory.instance.objectNode();
        return revision.isModern() ? declaration : declaration.put("listChanged", true);
    }
}
