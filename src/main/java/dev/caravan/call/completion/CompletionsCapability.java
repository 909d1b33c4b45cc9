package dev.caravan.call.completion;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.Revision;
import dev.caravan.mcp.ServerCapability;
import org.springframework.stereotype.Component;

/** Declares {@code completions}, an empty object. */
@Component
class CompletionsCapability implements ServerCapability {

    @Override
    public String name() {
        return "completions";
    }

    @Override
    public ObjectNode declaration(Revision revision) {
        return JsonNodeFactory.instance.objectNode();
    }
}
