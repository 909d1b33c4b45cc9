package dev.caravan.prompt;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.Revision;
import dev.caravan.mcp.ServerCapability;
import org.springframework.stereotype.Component;

/** Declares {@code prompts}. Legacy clients get changes on their event stream, modern ones by {@code subscriptions/listen}. */
@Component
class PromptsCapability implements ServerCapability {

    @Override
    public String name() {
        return "prompts";
    }

    @Override
    public ObjectNode declaration(Revision revision) {
        return JsonNodeFactory.instance.objectNode().put("listChanged", true);
    }
}
