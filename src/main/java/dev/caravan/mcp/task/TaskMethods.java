package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.Headers;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.Revision;
import dev.caravan.mcp.ServerCapability;
import dev.caravan.store.StoreException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Answers {@code tasks/get}, {@code tasks/update} and {@code tasks/cancel} for the caller's own tasks. */
@Component("taskMethods")
public record TaskMethods(TaskStore tasks) implements ListenSubscription.ListenableTasks {

    /** Answers with the task, including its questions, result or error. */
    public void get(Exchange exchange) throws McpException {
        String id = id(exchange);
        String owner = TaskStore.owner(exchange);
        Task task = stored(() -> tasks.find(id, owner)).orElseThrow(TaskMethods::unknown);
        exchange.getMessage().setBody(task.whole());
    }

    /** Stores answers to open questions and ignores other answers. */
    public void update(Exchange exchange) throws McpException {
        String id = id(exchange);
        String owner = TaskStore.owner(exchange);
        JsonNode answers = McpRequest.of(exchange).params().get("inputResponses");
        boolean fit = answers != null && answers.isObject();
        for (JsonNode answer : fit ? answers : JsonNodeFactory.instance.objectNode()) {
            fit &= answer.isObject();
        }
        if (!fit) {
            throw McpException.invalidParams("Invalid params: inputResponses must be an object of objects, one per question");
        }
        acknowledge(exchange, stored(() -> tasks.answer(id, owner, (ObjectNode) answers)));
    }

    /** Asks a running task to end. */
    public void cancel(Exchange exchange) throws McpException {
        String id = id(exchange);
        String owner = TaskStore.owner(exchange);
        acknowledge(exchange, stored(() -> tasks.cancel(id, owner)));
    }

    /** PostgreSQL has no U+0000, and no id has a question mark. */
    private static String storable(String id) {
        return id.replace('\0', '?');
    }

    private String id(Exchange exchange) throws McpException {
        McpRequest request = McpRequest.of(exchange);
        if (!tasks.isOffered()) {
            throw McpException.methodNotFound(request.method(), request.revision());
        }
        TasksExtension.check(request);
        return storable(request.text("taskId"));
    }

    private static void acknowledge(Exchange exchange, boolean known) throws McpException {
        if (!known) {
            throw unknown();
        }
        exchange.getMessage().setBody(JsonNodeFactory.instance.objectNode());
    }

    private static McpException unknown() {
        return McpException.invalidParams("The task does not exist or has expired");
    }

    private static <T> T stored(Supplier<T> work) throws McpException {
        try {
            return work.get();
        } catch (StoreException e) {
            throw McpException.failed("Tasks can't be read now. Try again later: " + e.getMessage());
        }
    }

    @Override
    public Set<String> of(Exchange exchange, Set<String> ids) throws McpException {
        if (!tasks.isOffered()) {
            return Set.of();
        }
        TasksExtension.check(McpRequest.of(exchange));
        String owner = TaskStore.owner(exchange);
        return stored(() -> {
            Set<String> own = new LinkedHashSet<>(ids);
            own.removeIf(id -> tasks.find(storable(id), owner).isEmpty());
            return own;
        });
    }

    /** Declares the tasks extension if there is a database, and tells which clients declare it. */
    @Component
    public record TasksExtension(TaskStore tasks) implements ServerCapability {

        static final String NAME = "io.modelcontextprotocol/tasks";

        @Override
        public String name() {
            return "extensions";
        }

        @Override
        public ObjectNode declaration(Revision revision) {
            return JsonNodeFactory.instance.objectNode().set(NAME, JsonNodeFactory.instance.objectNode());
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
}
