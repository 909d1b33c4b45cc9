package dev.caravan.call.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.Revision;
import dev.caravan.mcp.ServerCapability;
import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

/**
 * Declares MCP Apps while a resource is an app. The extension (2026-01-26) asks this of clients only; since 2026-07-28 servers declare
 * their extensions too.
 */
@Component
class AppsExtension implements ServerCapability {

    private static final String APPS = "ui://";

    private final ResourceRegistry resources;

    AppsExtension(CamelContext context) {
        this.resources = ResourceRegistry.of(context);
    }

    @Override
    public String name() {
        return "extensions";
    }

    @Override
    public ObjectNode declaration(Revision revision) {
        ObjectNode extensions = JsonNodeFactory.instance.objectNode();
        extensions.putObject("io.modelcontextprotocol/ui");
        return extensions;
    }

    @Override
    public boolean isOffered(Revision revision) {
        return revision.isModern() && resources.definitions().keySet().stream().anyMatch(uri -> uri.startsWith(APPS));
    }
}
