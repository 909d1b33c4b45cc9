package dev.caravan.mcp.session;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.Revision;
import dev.caravan.mcp.ServerCapability;
import org.springframework.stereotype.Component;

/** Declares {@code logging}: routes may send log messages to clients. */
@Component
class LoggingCapability implements ServerCapability {

    @Override
    public String name() {
        return "logging";
    }

    @Override
    public boolean isOfInstances() {
        return true;
    }

    @Override
    public ObjectNode declaration(Revision revision) {
        return JsonNodeFactory.instance.objectNode();
    }
}
