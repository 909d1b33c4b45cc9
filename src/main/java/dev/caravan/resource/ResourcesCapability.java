package dev.caravan.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ServerCapability;
import org.springframework.stereotype.Component;

/** Declares {@code resources}, without {@code subscribe} and {@code listChanged} while there is no stream to tell a client on. */
@Component
class ResourcesCapability implements ServerCapability {

    @Override
    public String name() {
        return "resources";
    }

    @Override
    public ObjectNode declaration() {
        return JsonNodeFactory.instance.objectNode();
    }
}
