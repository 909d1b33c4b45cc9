package dev.caravan.call.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Audited;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.call.DefinitionConsumer;
import dev.caravan.call.JsonValues;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.CacheHints;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.Revision;
import dev.caravan.routes.Gate;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** One {@code resources/read}. If the route leaves no body, the resource does not exist now. */
final class ResourceRead extends Call implements Audited {

    private static final Logger LOG = LoggerFactory.getLogger(ResourceRead.class);
    private static final int LONGEST_AUDITED_URI = 256;

    private final String uri;
    private final Method method;
    private Resources.Found found;
    private Object content;

    ResourceRead(String uri, CallContext context, Method method) {
        super(context, "UNKNOWN_RESOURCE");
        this.uri = uri;
        this.method = method;
    }

    @Override
    protected void find(Exchange exchange) throws McpException {
        found = method.resources.read(uri, context().rights())
                .orElseThrow(() -> McpException.resourceNotFound(uri, McpRequest.of(exchange).revision()));
    }

    @Override
    protected Gate gate() {
        return found.route().gate();
    }

    @Override
    protected void refresh() throws McpException, NotFoundException {
        found = method.resources.read(uri, context().rights()).orElseThrow(() -> new NotFoundException("The resource has been withdrawn"));
    }

    @Override
    public CompletableFuture<Object> run() {
        Map<String, String> variables = found.variables();
        ResourceSpec spec = found.spec();
        return found.route().run(context(), variables.isEmpty() ? null : new LinkedHashMap<>(variables), variables,
                route -> route.setProperty("resourceUri", uri),
                ran -> ran.getMessage().setBody(content(ran.getMessage(), spec)))
                        .thenCompose(ran -> DefinitionConsumer.result(ran, () -> ran.getMessage().getBody()));
    }

    /**
     * Returns what the route left as body, a {@code String} or {@code byte[]} as the MIME type says; of a foreign definition a whole
     * result; null if it left none.
     */
    private Object content(Message message, ResourceSpec spec) throws Exception {
        Object body = message.getBody();
        if (body == null) {
            return null;
        }
        if (spec.foreign()) {
            JsonNode result = method.values.json(body);
            if (!result.path("contents").isArray() || result.get("contents").isEmpty()) {
                throw new IllegalStateException("Resource " + spec.key() + ": its route left no result with contents");
            }
            return result;
        }
        if (spec.mimeType().json() && (body instanceof Map || body instanceof Collection || body instanceof JsonNode)) {
            return method.values.json(body).toString();
        }
        Class<?> type = spec.mimeType().textual() ? String.class : byte[].class;
        return message.getMandatoryBody(type);
    }

    /** A {@code String}, a {@code byte[]} or a whole result. */
    @Override
    public void leave(Object read) throws NotFoundException {
        if (read == null) {
            throw new NotFoundException("The route left no body");
        }
        content = read;
        label("OK");
    }

    /** A missing resource is not found; NOT_FOUND with details also passes its sentence on. */
    @Override
    protected McpException refusal(ToolException foreseen, String sentence, McpRequest request) {
        return foreseen.code() == ErrorCode.INVALID_ARGUMENT ? McpException.invalidParams(sentence)
                : foreseen.code() != ErrorCode.NOT_FOUND ? McpException.failed(sentence)
                : foreseen.detail().isEmpty() ? McpException.resourceNotFound(uri, request.revision())
                : McpException.resourceNotFound(uri, request.revision(), sentence);
    }

    @Override
    protected void log(Exception cause, ErrorCode code) {
        LOG.error("Resource failed uri={} trace={}", subject().get("resource"), context().traceId(), cause);
    }

    /**
     * Returns {@code {contents:[{uri, mimeType, text|blob, _meta?}]}}, bytes as Base64. Clients may cache it for their own caller only,
     * because a route can read the caller. Contents from elsewhere have the URI that was asked, or one below it.
     */
    @Override
    protected ObjectNode answer(McpRequest request) {
        Revision revision = request.revision();
        ResourceSpec spec = found.spec();
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        if (content instanceof ObjectNode whole) {
            for (JsonNode each : whole.get("contents")) {
                if (each instanceof ObjectNode part && !part.path("uri").asText().startsWith(uri)) {
                    part.put("uri", uri);
                }
            }
            result.set("contents", whole.get("contents"));
            method.hints.add(result, revision, CacheHints.PRIVATE);
            return result;
        }
        ObjectNode item = result.putArray("contents").addObject().put("uri", uri).put("mimeType", spec.mimeType().text());
        if (content instanceof byte[] bytes) {
            item.put("blob", bytes);
        } else {
            item.put("text", (String) content);
        }
        if (spec.meta() != null && revision.hasMetaOnDefinitions()) {
            item.set("_meta", spec.meta());
        }
        method.hints.add(result, revision, CacheHints.PRIVATE);
        return result;
    }

    @Override
    public String name() {
        return found.spec().key();
    }

    @Override
    public Duration timeout() {
        return found.spec().timeout();
    }

    /** Returns {@code {resource}}, the URI without its query. */
    @Override
    public Map<String, Object> subject() {
        int query = uri.indexOf('?');
        return Map.of("resource", ShownName.of(query < 0 ? uri : uri.substring(0, query), LONGEST_AUDITED_URI));
    }

    /** Returns {@code {query}} of the URI. It holds content, like arguments of tools. */
    @Override
    public JsonNode auditedArguments() {
        int query = uri.indexOf('?');
        return query < 0 ? null : JsonNodeFactory.instance.objectNode().put("query", uri.substring(query + 1));
    }

    /** Returns the URI or template of its route. */
    @Override
    public Metered metered() {
        return new Metered(Metered.Kind.RESOURCE, found == null ? Metered.UNKNOWN : found.spec().key());
    }

    /** Implements {@code resources/read}. */
    @Component
    record Method(Resources resources, JsonValues values, CacheHints hints) implements Call.CallMethod {

        @Override
        public String name() {
            return "resources/read";
        }

        @Override
        public Call read(McpRequest request, CallContext context) throws McpException {
            String uri = request.text("uri");
            return new ResourceRead(uri, context, this);
        }
    }
}
