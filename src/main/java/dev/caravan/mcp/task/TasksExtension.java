package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.Headers;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.Revision;
import dev.caravan.mcp.ServerCapability;
import org.springframework.stereotype.Component;

/** Declares the tasks extension if there is a database, and tells which clients declare it. */
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

    /** Returns whether the client declares the tasks extension. */
    static boolean isDeclared(McpRequest request) {
        return request.meta().path(Headers.META_CLIENT_CAPABILITIES).path("extensions").path(NAME).isObject();
    }

    /** @throws McpException missing capability, if the client doesn't declare the tasks extension */
    static void check(McpRequest request) throws McpException {
        if (!isDeclared(request)) {
            throw missing();
        }
    }

    /** Returns the error for a client that must declare the tasks extension. */
    public static McpException missing() {
        return McpException.missingExtension(NAME);
    }
}
