package dev.caravan.call.completion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.call.DefinitionConsumer;
import dev.caravan.call.DefinitionKind;
import dev.caravan.call.DefinitionRegistry;
import dev.caravan.call.JsonValues;
import dev.caravan.call.ShownName;
import dev.caravan.call.Suggestions;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ServerCapability;
import dev.caravan.routes.Gate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.support.DefaultExchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * One {@code completion/complete}, with fixed values or a route's suggestions. It leaves no audit event, because clients send it at every
 * key.
 */
final class Completion extends Call {

    private static final Logger LOG = LoggerFactory.getLogger(Completion.class);
    private static final int LONGEST_NAME = 256;

    /** Limits the values of an answer (MCP, completion). */
    static final int MOST = 100;

    /**
     * @param values at most {@value #MOST} values
     * @param total  number of all values
     */
    record Found(List<String> values, int total) {

        static Found of(List<String> all, int total) {
            return new Found(all.subList(0, Math.min(MOST, all.size())), total);
        }
    }

    /**
     * @param type   ref/prompt, or ref/resource for a resource with a template
     * @param others values that the caller has chosen for other arguments
     */
    private record Asked(String type, String key, String argument, String typed, Map<String, String> others) {
    }

    private final Asked asked;
    private final Method method;
    private DefinitionConsumer<?> completable;
    private Found found;

    private Completion(Asked asked, CallContext context, Method method) {
        super(context, "UNKNOWN");
        this.asked = asked;
        this.method = method;
    }

    @Override
    protected Gate gate() {
        return completable.gate();
    }

    /**
     * @throws McpException invalid params, if the prompt or resource does not exist for the caller or has no such argument; 403, if the
     *         caller lacks a right
     */
    @Override
    protected void refresh() throws McpException {
        completable = method.find(asked);
        if (completable == null || !completable.definition().isOpen() && !context().rights().check(completable.definition())) {
            throw McpException.invalidParams("Invalid params: " + name() + " does not exist");
        }
        if (!completable.definition().completions().containsKey(asked.argument())) {
            throw McpException.invalidParams("Invalid params: " + name() + " has no argument "
                    + ShownName.of(asked.argument(), LONGEST_NAME));
        }
    }

    @Override
    public CompletableFuture<Object> run() throws Exception {
        Suggestions suggestions = completable.definition().completions().get(asked.argument());
        List<String> fixed = suggestions.beginningWith(asked.typed());
        return CompletableFuture.completedFuture(suggestions.route() == null ? Found.of(fixed, fixed.size())
                : method.ask(suggestions.route(), this, knownOthers()));
    }

    @Override
    public void leave(Object values) {
        found = (Found) values;
    }

    @Override
    protected void endWith(Exception protocols) {
        context().endSpan("completion/complete", protocols.getClass().getSimpleName());
        super.endWith(protocols);
    }

    @Override
    protected void log(Exception cause, ErrorCode code) {
        LOG.error("Completion failed argument={} of={} trace={}", asked.argument(), name(), context().traceId(), cause);
    }

    /** Returns {@code {completion:{values, total, hasMore}}}. */
    @Override
    protected ObjectNode answer(McpRequest request) {
        context().endSpan("completion/complete", null);
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ObjectNode completion = result.putObject("completion");
        ArrayNode values = completion.putArray("values");
        found.values().forEach(values::add);
        completion.put("total", found.total()).put("hasMore", found.total() > values.size());
        return result;
    }

    @Override
    public Duration timeout() {
        return completable.definition().timeout();
    }

    /** Returns the name for messages. */
    @Override
    public String name() {
        return asked.type() + " " + ShownName.of(asked.key(), LONGEST_NAME);
    }

    /** Returns the other arguments that exist. */
    private Map<String, String> knownOthers() {
        return asked.others().entrySet().stream()
                .filter(other -> completable.definition().completions().containsKey(other.getKey())
                        && !other.getKey().equals(asked.argument()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Implements {@code completion/complete}. */
    @Component
    static class Method implements Call.CallMethod {

        private static final Map<String, DefinitionKind> KINDS = Map.of(
                "ref/prompt", DefinitionKind.PROMPT, "ref/resource", DefinitionKind.RESOURCE);
        private static final String OTHERS = "completionOthers";

        private final CamelContext camel;
        private final ProducerTemplate producer;
        private final JsonValues values;

        Method(CamelContext camel, JsonValues values) {
            this.camel = camel;
            this.producer = camel.createProducerTemplate();
            this.values = values;
        }

        @Override
        public String name() {
            return "completion/complete";
        }

        @Override
        public Call read(McpRequest request, CallContext context) throws McpException {
            JsonNode params = request.params();
            JsonNode ref = params.path("ref");
            String type = ref.path("type").asText();
            if (!KINDS.containsKey(type)) {
                throw McpException.invalidParams("Invalid params: ref.type must be one of [ref/prompt, ref/resource]");
            }
            String key = McpRequest.text(ref, "ref", KINDS.get(type) == DefinitionKind.PROMPT ? "name" : "uri");
            JsonNode argument = params.path("argument");
            String name = McpRequest.text(argument, "argument", "name");
            String typed = McpRequest.text(argument, "argument", "value");
            return new Completion(new Asked(type, key, name, typed, chosen(params)), context, this);
        }

        private DefinitionConsumer<?> find(Asked asked) {
            return DefinitionRegistry.of(camel, KINDS.get(asked.type())).find(asked.key()).orElse(null);
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
         * Asks a route for suggestions. Its body is the typed text, its headers are the other known arguments. It leaves a list, or the
         * part {@code {values, total?, hasMore?}} of an answer from elsewhere.
         *
         * @throws Exception the exception of the route
         */
        Found ask(String route, Completion completion, Map<String, String> others) throws Exception {
            Exchange exchange = new DefaultExchange(camel, ExchangePattern.InOut);
            completion.context().leaveOn(exchange);
            exchange.getIn().setBody(completion.asked.typed());
            exchange.setProperty("completionArgument", completion.asked.argument());
            exchange.setProperty(OTHERS, others);
            others.forEach(exchange.getIn()::setHeader);
            producer.send(route + "?block=false", exchange);
            if (exchange.getException() != null) {
                throw DefinitionConsumer.thrownBy(exchange);
            }
            Object body = exchange.getMessage().getBody();
            JsonNode answer = values.json(body);
            JsonNode list = body instanceof ObjectNode ? answer.path("values") : answer;
            if (body != null && !list.isArray()) {
                throw new IllegalStateException(route + " must leave a list of suggestions, got " + body.getClass().getName());
            }
            List<String> texts = new ArrayList<>();
            for (JsonNode value : list) {
                if (!value.isValueNode() || value.isNull()) {
                    throw new IllegalStateException(route + " must leave suggestions that are text, numbers or booleans");
                }
                texts.add(value.asText());
            }
            int total = Math.max(texts.size() + (answer.path("hasMore").asBoolean() ? 1 : 0), answer.path("total").asInt());
            return Found.of(texts, total);
        }
    }

    /** Declares {@code completions}, an empty object. */
    @Component
    static class Capability implements ServerCapability {

        @Override
        public String name() {
            return "completions";
        }
    }
}
