package dev.caravan.call.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.CallContext;
import dev.caravan.call.JsonValues;
import dev.caravan.call.RegisteredConsumer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/** A resource that is in the registry while its route runs. */
class ResourceConsumer extends RegisteredConsumer {

    /** Exchange property: the URI that is read. */
    private static final String URI = "resourceUri";

    private final ResourceSpec spec;

    ResourceConsumer(ResourceEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.spec = endpoint.spec();
    }

    ResourceSpec spec() {
        return spec;
    }

    @Override
    protected String key() {
        return spec.uri();
    }

    @Override
    protected JsonNode definition() {
        return spec.definition();
    }

    @Override
    public boolean isOpen() {
        return ((ResourceEndpoint) getEndpoint()).isPersonal();
    }

    @Override
    protected void register() {
        ResourceRegistry.of(getEndpoint().getCamelContext()).register(this);
    }

    @Override
    protected void withdraw() {
        ResourceRegistry.of(getEndpoint().getCamelContext()).withdraw(this);
    }

    /**
     * Runs the route once. The variables of its template are the body, as a map, and headers too.
     *
     * @return what it left as body, a {@code String} or {@code byte[]} as the MIME type says; of a definition made elsewhere a whole result; null if it left none
     */
    CompletableFuture<Object> read(String uri, Map<String, String> variables, CallContext context, JsonValues values) {
        Exchange exchange = open(context);
        exchange.setProperty(URI, uri);
        if (!variables.isEmpty()) {
            exchange.getIn().setBody(new LinkedHashMap<>(variables));
            variables.forEach(exchange.getIn()::setHeader);
        }
        return run(exchange, ran -> ran.getMessage().setBody(content(ran.getMessage(), values)))
                .thenCompose(ran -> result(ran, () -> ran.getMessage().getBody()));
    }

    private Object content(Message message, JsonValues values) throws Exception {
        Object body = message.getBody();
        if (body == null) {
            return null;
        }
        if (spec.foreign()) {
            JsonNode result = values.json(body);
            if (!result.path("contents").isArray() || result.get("contents").isEmpty()) {
                throw new IllegalStateException("Resource " + spec.uri() + ": its route left no result with contents");
            }
            return result;
        }
        if (spec.mimeType().json() && (body instanceof Map || body instanceof Collection || body instanceof JsonNode)) {
            return values.json(body).toString();
        }
        Class<?> type = spec.mimeType().textual() ? String.class : byte[].class;
        return message.getMandatoryBody(type);
    }
}
