package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.InlineJson;
import dev.caravan.call.JsonValues;
import dev.caravan.call.PassedHeaders;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.observe.ClientSpan;
import dev.caravan.observe.Traces;
import dev.caravan.source.oauth.LoginQuestion;
import io.modelcontextprotocol.spec.McpSchema.CompleteReference;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ResourceReference;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultProducer;

/** Sends the request of the endpoint and the exchange to the server. The answer becomes the body, as JSON. */
class UpstreamProducer extends DefaultProducer {

    private static final int QUOTED = 500;
    /** Error codes of legacy and modern servers for an unknown resource. */
    private static final int NOT_FOUND = -32002;
    private static final int INVALID_PARAMS = -32602;

    private final UpstreamEndpoint endpoint;
    private final Map<String, Object> constants;
    private final CompleteReference reference;

    UpstreamProducer(UpstreamEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        ObjectNode given = InlineJson.objectIfGiven("constants", endpoint.getConstants());
        this.constants = given == null ? Map.of() : JsonValues.map(given);
        this.reference = reference(InlineJson.objectIfGiven("reference", endpoint.getReference()));
    }

    private static CompleteReference reference(ObjectNode given) {
        if (given == null) {
            return null;
        }
        return given.hasNonNull("name") ? new PromptReference(given.get("name").asText()) : new ResourceReference(given.path("uri").asText());
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        UpstreamServers servers = CamelContextHelper.mandatoryLookup(exchange.getContext(), "upstreamServers", UpstreamServers.class);
        Message message = exchange.getMessage();
        String server = message.getHeader(UpstreamEndpoint.SERVER, endpoint.getServer(), String.class);
        CallDeadline patience = patience(exchange);
        message.setBody(switch (endpoint.getOperation()) {
            case CALL_TOOL -> LoginQuestion.retried(exchange, patience.within(LoginQuestion.LONGEST), () -> call(servers, server, exchange, patience));
            case LIST_TOOLS -> servers.tools(server, patience);
            case READ_RESOURCE -> LoginQuestion.retried(exchange, patience.within(LoginQuestion.LONGEST), () -> read(servers, server, exchange, patience));
            case GET_PROMPT -> LoginQuestion.retried(exchange, patience.within(LoginQuestion.LONGEST), () -> servers.prompt(server, endpoint.getPrompt(),
                    message.getBody() instanceof Map<?, ?> ? arguments(message) : Map.of(), CallRelay.of(exchange), patience));
            case COMPLETE -> servers.complete(server, completion(message), CallRelay.of(exchange), patience);
        });
        message.removeHeader(UpstreamEndpoint.SERVER);
        message.removeHeader(UpstreamEndpoint.TOOL);
        message.removeHeader(UpstreamEndpoint.URI);
        message.removeHeader(UpstreamEndpoint.ARGUMENT);
        message.removeHeader(UpstreamEndpoint.ARGUMENTS);
        message.removeHeader(UpstreamEndpoint.TIMEOUT);
        message.removeHeader(UpstreamEndpoint.CANCELLATION);
    }

    private ObjectNode read(UpstreamServers servers, String server, Exchange exchange, CallDeadline patience) throws Exception {
        String uri = exchange.getMessage().getHeader(UpstreamEndpoint.URI, String.class);
        if (uri == null) {
            throw new IllegalArgumentException(endpoint + " needs the header " + UpstreamEndpoint.URI);
        }
        try {
            return servers.read(server, uri, CallRelay.of(exchange), patience);
        } catch (RefusedCallException e) {
            throw e.rpcCode() == NOT_FOUND || e.rpcCode() == INVALID_PARAMS ? new NotFoundException("no such resource") : e;
        }
    }

    private CompleteRequest completion(Message message) {
        String argument = message.getHeader(UpstreamEndpoint.ARGUMENT, String.class);
        if (reference == null || argument == null) {
            throw new IllegalArgumentException(endpoint + " needs the option reference and the header " + UpstreamEndpoint.ARGUMENT);
        }
        Map<String, String> others = new HashMap<>();
        if (message.getHeader(UpstreamEndpoint.ARGUMENTS) instanceof Map<?, ?> given) {
            given.forEach((name, value) -> others.put(String.valueOf(name), String.valueOf(value)));
        }
        return new CompleteRequest(reference, new CompleteRequest.CompleteArgument(argument, message.getBody() == null ? "" : message.getBody(String.class)),
                others.isEmpty() ? null : new CompleteRequest.CompleteContext(others));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> arguments(Message message) throws Exception {
        return message.getMandatoryBody(Map.class);
    }

    private ObjectNode call(UpstreamServers servers, String server, Exchange exchange, CallDeadline patience) throws Exception {
        Message message = exchange.getMessage();
        String tool = message.getHeader(UpstreamEndpoint.TOOL, endpoint.getTool(), String.class);
        if (tool == null) {
            throw new IllegalArgumentException(endpoint + " needs the option tool or the header " + UpstreamEndpoint.TOOL);
        }
        @SuppressWarnings("unchecked")
        Map<String, Object> arguments = message.getMandatoryBody(Map.class);
        if (!constants.isEmpty()) {
            arguments = new LinkedHashMap<>(arguments);
            arguments.putAll(constants);
        }
        ObjectNode result = call(servers, server, tool, arguments, exchange, patience);
        if (endpoint.isFailOnToolError() && result.path("isError").asBoolean()) {
            throw new UpstreamException(Text.of("upstream.toolFailed", server, tool, words(result)));
        }
        return result;
    }

    /** Calls the tool as a span of the exchange's trace. Without tracing here, the server receives the caller's own {@code traceparent}. */
    private static ObjectNode call(UpstreamServers servers, String server, String tool, Map<String, Object> arguments, Exchange exchange, CallDeadline patience)
            throws Exception {
        String passed = PassedHeaders.of(exchange).get("traceparent");
        Traces traces = Traces.of(exchange.getContext());
        if (traces == null) {
            return servers.call(server, tool, arguments, passed, CallRelay.of(exchange), patience);
        }
        Map<String, String> attributes = Map.of("mcp.method.name", "tools/call", "gen_ai.tool.name", tool, "server.address", server);
        try (ClientSpan step = traces.step("tools/call " + tool, attributes)) {
            try {
                return servers.call(server, tool, arguments, step.traceparent() == null ? passed : step.traceparent(), CallRelay.of(exchange), patience);
            } catch (Exception e) {
                step.failed(e);
                throw e;
            }
        }
    }

    private static CallDeadline patience(Exchange exchange) throws NoTypeConversionAvailableException {
        Object limit = exchange.getMessage().getHeader(UpstreamEndpoint.TIMEOUT);
        Object cancellation = exchange.getMessage().getHeader(UpstreamEndpoint.CANCELLATION);
        if (cancellation != null && !(cancellation instanceof CompletableFuture)) {
            throw new IllegalArgumentException("The header " + UpstreamEndpoint.CANCELLATION + " takes a CompletableFuture, not " + cancellation.getClass().getName());
        }
        Duration whole = limit == null || limit instanceof Duration ? (Duration) limit
                : Duration.ofMillis(exchange.getContext().getTypeConverter().mandatoryConvertTo(Long.class, exchange, limit));
        return whole == null && cancellation == null ? CallDeadline.UNLIMITED : CallDeadline.of(whole, (CompletableFuture<?>) cancellation);
    }

    private static String words(ObjectNode result) {
        StringBuilder words = new StringBuilder();
        for (JsonNode content : result.path("content")) {
            words.append(content.path("text").asText()).append(' ');
        }
        String text = words.toString().strip();
        return text.length() <= QUOTED ? text : text.substring(0, text.offsetByCodePoints(0, Math.min(QUOTED, text.codePointCount(0, text.length())))) + "…";
    }
}
