package dev.caravan.call.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.caravan.call.Continuations;
import dev.caravan.call.InlineJson;
import dev.caravan.call.JsonValues;
import dev.caravan.call.OptionSchema;
import dev.caravan.call.Options;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.InputException;
import dev.caravan.mcp.input.InputRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.support.CamelContextHelper;

/**
 * Asks the client and sets its answer as body. All answers of the call so far are in the exchange property {@value #ANSWERS}. With
 * {@code wait=false} the question is sent together with the next one, and the body stays.
 */
final class Question implements McpStep {

    static final String ANSWERS = "answers";

    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final int DEFAULT_TOKENS = 1000;

    /** Returns the new body. */
    private interface Body {

        Object of(ObjectNode answer) throws ToolException;
    }

    private final InputRequest.InputKind kind;
    private final Expression key;
    private final boolean wait;
    /** Returns the params of the question. Reads the exchange without changing it. */
    private final Function<Exchange, ObjectNode> params;
    private final Body body;

    private Question(InputRequest.InputKind kind, Options options, Function<Exchange, ObjectNode> params, Body body) {
        this.kind = kind;
        this.key = options.expression("key");
        this.wait = options.flag("wait", true);
        this.params = params;
        this.body = body;
    }

    /** Asks the user to fill in a form or to open a URL. */
    static Question elicit(Options options) {
        Expression message = options.expression("message");
        Expression url = options.expression("url");
        ObjectNode form = form(options);
        boolean failOnDecline = options.flag("failOnDecline", true);
        if (message == null && (url != null || !form.get("properties").isEmpty())) {
            throw new IllegalArgumentException("mcp:elicit: the option message is missing");
        }
        Function<Exchange, ObjectNode> params = exchange -> {
            if (message == null) {
                return ofBody("mcp:elicit", exchange);
            }
            ObjectNode asked = JsonNodeFactory.instance.objectNode().put("message", message.evaluate(exchange, String.class));
            return url == null ? asked.set("requestedSchema", form) : asked.put("mode", "url")
                    .put("url", url.evaluate(exchange, String.class));
        };
        return new Question(InputRequest.InputKind.ELICIT, options, params, answer -> {
            String action = answer.get("action").textValue();
            if (failOnDecline && !"accept".equals(action)) {
                throw new ToolException(ErrorCode.FORBIDDEN, Text.of("input." + action));
            }
            return JsonValues.map(answer);
        });
    }

    /**
     * Returns the schema of a form from {@code requestedSchema}, or from {@code field.city=string} and so on. Without options, the form is
     * empty: yes or no.
     */
    private static ObjectNode form(Options options) {
        Map<String, String> fields = options.startingWith("field.");
        String given = options.resource("requestedSchema");
        if (given == null) {
            return OptionSchema.of("field", fields, List.of("email", "uri", "date", "date-time"),
                    List.of("title", "description", "default", "required", "enum"));
        }
        if (!fields.isEmpty()) {
            throw new IllegalArgumentException("use either requestedSchema or field.*, not both");
        }
        ObjectNode schema = InlineJson.object("requestedSchema", given);
        if (!"object".equals(schema.path("type").textValue()) || !schema.path("properties").isObject()) {
            throw new IllegalArgumentException("requestedSchema must be of type object, with properties");
        }
        return schema;
    }

    /** Asks the client's model for a message. */
    static Question sample(Options options) {
        Expression message = options.expression("message");
        Expression systemPrompt = options.expression("systemPrompt");
        int maxTokens = options.number("maxTokens", DEFAULT_TOKENS);
        Function<Exchange, ObjectNode> params = exchange -> {
            if (message == null) {
                return ofBody("mcp:sample", exchange);
            }
            ObjectNode asked = JsonNodeFactory.instance.objectNode();
            asked.putArray("messages").addObject().put("role", "user")
                    .putObject("content").put("type", "text").put("text", message.evaluate(exchange, String.class));
            if (systemPrompt != null) {
                asked.put("systemPrompt", systemPrompt.evaluate(exchange, String.class));
            }
            return asked.put("maxTokens", maxTokens);
        };
        return new Question(InputRequest.InputKind.SAMPLE, options, params, JsonValues::map);
    }

    /** Asks for the folders that the client works in. The body is a list of {@code {uri, name?}}. */
    static Question roots(Options options) {
        return new Question(InputRequest.InputKind.ROOTS, options, exchange -> JsonNodeFactory.instance.objectNode(),
                answer -> JsonValues.map(answer)
                .get("roots"));
    }

    /** Reads the params from the body: a map, or JSON as text. */
    private static ObjectNode ofBody(String step, Exchange exchange) {
        Object body = exchange.getMessage().getBody();
        JsonNode given = body instanceof String text ? InlineJson.object(step + ": the body", text)
                : CamelContextHelper.mandatoryFindSingleByType(exchange.getContext(), JsonValues.class).json(body);
        if (!(given instanceof ObjectNode params)) {
            throw new IllegalArgumentException(step + " requires the option message, or params as body");
        }
        return params;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) throws Exception {
        ClientInput input = ClientInput.of(exchange);
        if (input == null) {
            throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("input.unsupported", kind.name().toLowerCase(Locale.ROOT)));
        }
        String name = key == null ? input.nextKey(kind) : key.evaluate(exchange, String.class);
        CompletableFuture<Map<String, ObjectNode>> answers;
        try {
            ObjectNode asked = params.apply(exchange);
            input.add(new InputRequest(name, kind, asked, fits(asked.path("requestedSchema"))));
            if (!wait) {
                callback.done(true);
                return true;
            }
            answers = input.ask();
        } catch (InputException e) {
            throw failure(e);
        } catch (ClientInput.InputRequiredException e) {
            // no doCatch of the route may continue without the answer
            exchange.setRouteStop(true);
            throw e;
        }
        return Continuations.take(answers, exchange, callback, (given, failed) -> take(given, failed, name, exchange));
    }

    /** Returns the check of an answer, beyond the protocol's own rules. */
    private static Predicate<JsonNode> fits(JsonNode requested) {
        if (!requested.isObject()) {
            return answer -> true;
        }
        Schema schema = SCHEMAS.getSchema(requested);
        return answer -> !"accept".equals(answer.path("action").textValue())
                || schema.validate(answer.has("content") ? answer.get("content") : JsonNodeFactory.instance.objectNode()).isEmpty();
    }

    private void take(Map<String, ObjectNode> given, Throwable failed, String name, Exchange exchange) {
        if (failed != null) {
            exchange.setException(failed instanceof InputException unanswered ? failure(unanswered) : failed);
            return;
        }
        Map<String, Object> all = new LinkedHashMap<>();
        given.forEach((each, answer) -> all.put(each, JsonValues.map(answer)));
        exchange.setProperty(ANSWERS, all);
        try {
            exchange.getMessage().setBody(body.of(given.get(name)));
        } catch (Exception e) {
            exchange.setException(e);
        }
    }

    /** Returns the failure of a route whose client can't be asked or gives an invalid answer. */
    static ToolException failure(InputException e) {
        return new ToolException(ErrorCode.UPSTREAM_ERROR, switch (e.reason()) {
            case UNSUPPORTED -> Text.of("input.unsupported", e.subject());
            case GONE -> Text.of("input.gone");
            case CANCELLED -> Text.of("input.cancelled");
            case REFUSED -> Text.of("input.refused", e.subject());
            case UNFIT -> Text.of("input.unfit", e.subject());
        });
    }
}
