package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.Headers;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.Revision;
import dev.caravan.mcp.ServerCapability;
import org.springframework.stereotype.Component;

/** Declares tasks, where there is a database to keep them in, and knows which clients do. */
@Component
public class TasksExtension implements ServerCapability {

    static final String NAME = "io.modelcontextprotocol/tasks";

    private final Tasks tasks;

    TasksExtension(Tasks tasks) {
        this.tasks = tasks;
    }

    @Override
    public String name() {
        return "extensions";
    }

    @Override
    public ObjectNode declaration(Revision revision) {
        ObjectNode extensions = JsonNodeFactory.instance.objectNode();
        extensions.putObject(NAME);
        return extensions;
    }

    @Override
    public boolean isOfInstances() {
        return true;
    }

    @Override
    public boolean isOffered(Revision revision) {
        return revision.isModern() && tasks.isOffered();
    }

    /** Whether the request says that its client knows tasks. */
    static boolean isDeclared(McpRequest request) {
        return request.meta().path(Headers.META_CLIENT_CAPABILITIES).path("extensions").path(NAME).isObject();
    }

    /** @throws McpException missing capability, if the request doesn't say that its client knows tasks */
    static void check(McpRequest request) throws McpException {
        if (!isDeclared(request)) {
            throw missing();
        }
    }

    /** The client has to know tasks for what it asks. */
    public static McpException missing() {
        return McpException.missingExtension(NAME);
    }
}
