package dev.caravan.tool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ServerCapability;
import org.springframework.stereotype.Component;

/** Declares {@code tools}, without {@code listChanged} while there is no stream to tell a client on. */
@Component
class ToolsCapability implements ServerCapability {

    @Override
    public String name() {
        return "tools";
    }

    @Override
    public ObjectNode declaration() {
        return JsonNodeFactory.instance.objectNode();
    }
}
