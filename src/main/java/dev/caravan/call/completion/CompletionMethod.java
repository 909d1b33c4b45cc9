package dev.caravan.call.completion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.call.CallMethod;
import dev.caravan.call.RegisteredConsumer;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.support.DefaultExchange;
import org.springframework.stereotype.Component;

/** Implements {@code completion/complete}. */
@Component
class CompletionMethod implements CallMethod {

    /** Makes a missing route fail at once, and not after half a minute. */
    private static final String AT_ONCE = "?block=false";
    /** Exchange properties for the route: the argument's name, and the other known arguments, as a map. */
    private static final String ARGUMENT = "completionArgument";
    private static final String OTHERS = "completionOthers";

    private final List<CompletionReference> references;
    private final CamelContext camel;
    private final ProducerTemplate producer;
    private final ObjectMapper mapper;

    CompletionMethod(List<CompletionReference> references, CamelContext camel, ObjectMapper mapper) {
        this.references = references;
        this.camel = camel;
        this.producer = camel.createProducerTemplate();
        this.mapper = mapper;
    }

    @Override
    public String name() {
        return "completion/complete";
    }

    @Override
    public Call read(McpRequest request, CallContext context) throws McpException {
        JsonNode params = request.params();
        JsonNode ref = params.path("ref");
        CompletionReference reference = references.stream().filter(known -> known.type().equals(ref.path("type").textValue())).findFirst()
                .orElseThrow(() -> McpException.invalidParams("Invalid params: ref.type must be one of "
                        + references.stream().map(CompletionReference::type).sorted().toList()));
        String key = text(ref, "ref", reference.member());
        JsonNode argument = params.path("argument");
        String name = text(argument, "argument", "name");
        String typed = text(argument, "argument", "value");
        return new Completion(reference, key, name, typed, chosen(params), context, this);
    }

    private static String text(JsonNode object, String name, String member) throws McpException {
        JsonNode value = object.path(member);
        if (!value.isTextual()) {
            throw McpException.invalidParams("Invalid params: " + name + " requires " + member + ", a string");
        }
        return value.textValue();
    }

    private static Map<String, String> chosen(JsonNode params) throws McpException {
        JsonNode context = params.path("context");
        JsonNode arguments = context.path("arguments");
        boolean fit = (context.isMissingNode() || context.isObject()) && (arguments.isMissingNode() || arguments.isObject());
        Map<String, String> chosen = new HashMap<>();
        for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
            fit &= argument.getValue().isTextual();
            chosen.put(argument.getKey(), argument.getValue().textValue());
        }
        if (!fit) {
            throw McpException.invalidParams("Invalid params: context.arguments must be an object of strings");
        }
        return chosen;
    }

    /**
     * Asks a route for suggestions. Its body is the typed text, its headers are the other known arguments. It leaves a list, or the part
     * {@code {values, total?, hasMore?}} of an answer from elsewhere.
     *
     * @throws Exception the exception of the route
     */
    Completion.Found ask(String route, Completion completion, Map<String, String> others) throws Exception {
        Exchange exchange = new DefaultExchange(camel, ExchangePattern.InOut);
        completion.context().leaveOn(exchange);
        exchange.getIn().setBody(completion.typed());
        exchange.setProperty(ARGUMENT, completion.argument());
        exchange.setProperty(OTHERS, others);
        others.forEach(exchange.getIn()::setHeader);
        producer.send(route + AT_ONCE, exchange);
        if (exchange.getException() != null) {
            throw RegisteredConsumer.thrownBy(exchange);
        }
        Object body = exchange.getMessage().getBody();
        if (body instanceof ObjectNode answer && answer.path("values").isArray()) {
            List<String> values = texts(route, answer.get("values"));
            int total = Math.max(values.size() + (answer.path("hasMore").asBoolean() ? 1 : 0), answer.path("total").asInt());
            return Completion.Found.of(values, total);
        }
        List<String> values = texts(route, body);
        return Completion.Found.of(values, values.size());
    }

    private List<String> texts(String route, Object body) {
        List<String> texts = new ArrayList<>();
        if (body == null) {
            return texts;
        }
        Object list = body instanceof String || body instanceof Map ? null : mapper.convertValue(body, Object.class);
        if (!(list instanceof List<?> values)) {
            throw new IllegalStateException(route + " must leave a list of suggestions, got " + body.getClass().getName());
        }
        for (Object value : values) {
            if (!(value instanceof String || value instanceof Number || value instanceof Boolean)) {
                throw new IllegalStateException(route + " must leave suggestions that are text, numbers or booleans");
            }
            texts.add(value.toString());
        }
        return texts;
    }
}
