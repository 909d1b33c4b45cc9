package dev.caravan.call.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import com.networknt.schema.Error;
import dev.caravan.call.CallScope;
import dev.caravan.call.IdempotencyGuard;
import dev.caravan.call.JsonValues;
import dev.caravan.call.RegisteredConsumer;
import dev.caravan.call.ShownName;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.NearestNames;
import dev.caravan.envelope.Outcome;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ToolRights;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Runs the steps of a {@link ToolCall}, from finding the tool to the result for the client. */
@Component
class ToolSteps {

    private static final Logger LOG = LoggerFactory.getLogger(ToolSteps.class);
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_REASON = 300;

    private final ToolRegistry gateways;
    private final ValidateArguments arguments;
    private final ConfirmCall confirm;
    private final ShapeResult shapes;
    private final LimitResult limits;
    private final JsonValues values;
    private final ObjectMapper mapper;

    ToolSteps(CamelContext context, ValidateArguments arguments, ConfirmCall confirm, ShapeResult shapes, LimitResult limits, JsonValues values, ObjectMapper mapper) {
        this.gateways = ToolRegistry.of(context);
        this.arguments = arguments;
        this.confirm = confirm;
        this.shapes = shapes;
        this.limits = limits;
        this.values = values;
        this.mapper = mapper;
    }

    /** The result of a tool's route. */
    record Result(JsonNode data, ObjectNode additions) {
    }

    /**
     * Finds the tool in the caller's catalogue and checks the arguments against the tool's schema. Headers of a modern HTTP request that
     * mirror arguments must equal them.
     */
    void find(Exchange exchange, ToolCall call) throws McpException, ToolException {
        if (call.tool() == null) {
            ToolCatalogue catalogue = ToolCatalogue.of(exchange, gateways);
            call.catalogue(catalogue);
            Tool tool = catalogue.find(call.name()).orElse(null);
            if (tool == null || !spec(tool, call.name()).discovery() && !ToolRights.of(exchange).check(tool.spec().tags())) {
                String refusal = catalogue.refusal(ShownName.of(call.name(), LONGEST_NAME));
                throw McpException.invalidParams(refusal + nearest(call.name(), catalogue, ToolRights.of(exchange)));
            }
            call.tool(tool);
        }
        if (call.isForwarded() && call.tool().spec().family() == Family.CALL) {
            throw new ToolException(ErrorCode.INVALID_ARGUMENT, Text.of("call.forwarded", call.name()));
        }
        call.linkable(exchange.getProperty(McpRequest.API_KEY) == null && McpRequest.of(exchange).revision().hasResourceLinks());
        boolean http = exchange.getMessage().getHeader(Exchange.HTTP_METHOD) != null;
        if (http && !call.isForwarded() && McpRequest.of(exchange).revision().isModern()) {
            call.tool().spec().arguments().headers().check(call.arguments(), exchange.getMessage());
        }
        spread(call.tool().spec().spread(), call.arguments());
        arguments.validate(call);
    }

    /** Returns a sentence with the most similar names among the tools that the caller may call; empty if none is similar. */
    private static String nearest(String name, ToolCatalogue catalogue, ToolRights rights) {
        if (name.length() > LONGEST_NAME) {
            return "";
        }
        Set<String> callable = catalogue.whole().definitions().keySet().stream()
                .filter(other -> catalogue.find(other).filter(tool -> rights.see(tool.spec().tags())).isPresent()).collect(Collectors.toSet());
        List<String> names = NearestNames.similar(name, callable);
        return names.isEmpty() ? "" : ". Similar names: " + String.join(", ", names);
    }

    /**
     * Moves the members of an argument beside it.
     *
     * @param name the argument; null if there is none
     * @throws ToolException INVALID_ARGUMENT if a member stands beside it too, with another value
     */
    private static void spread(String name, ObjectNode arguments) throws ToolException {
        if (name == null || !(arguments.get(name) instanceof ObjectNode members)) {
            return;
        }
        for (Map.Entry<String, JsonNode> member : members.properties()) {
            JsonNode beside = arguments.get(member.getKey());
            if (beside != null && !beside.equals(member.getValue())) {
                String twice = ShownName.of(member.getKey(), LONGEST_NAME);
                throw new ToolException(ErrorCode.INVALID_ARGUMENT, Text.of("argument.twice", twice, name));
            }
        }
        arguments.remove(name);
        arguments.setAll(members);
    }

    /** @throws McpException if the store has a schema that can't be evaluated within limits */
    private static ToolSpec spec(Tool tool, String name) throws McpException {
        try {
            return tool.spec();
        } catch (IllegalArgumentException e) {
            throw McpException.invalidParams("Tool " + ShownName.of(name, LONGEST_NAME) + " can't be called because of its schema: "
                    + ShownName.of(e.getMessage().replace("argSchema", "its input_schema"), LONGEST_REASON));
        }
    }

    /** Asks the user to confirm a destructive call. A redelivered call passes only if its tool is read-only or idempotent. A read-only tool needs no idempotency key. */
    boolean admit(Exchange exchange, ToolCall call, AsyncCallback callback) {
        if (call.tool().spec().family() == Family.CALL) {
            callback.done(true); // the call that the route names is admitted by itself
            return true;
        }
        return confirm.confirm(exchange, call, () -> {
            if (!isReadOnly(call.tool().spec())) {
                call.begin();
            }
            IdempotencyGuard idempotency = IdempotencyGuard.of(exchange);
            if (idempotency != null && !isRepeatable(call.tool().spec())) {
                idempotency.begin(exchange.getProperty(Exchange.SPLIT_INDEX, 0, Integer.class));
            }
        }, callback);
    }

    private static boolean isRepeatable(ToolSpec spec) {
        return isReadOnly(spec) || spec.definition().at("/annotations/idempotentHint").asBoolean(false);
    }

    private static boolean isReadOnly(ToolSpec spec) {
        return spec.definition().at("/annotations/readOnlyHint").asBoolean(false);
    }

    /** Reads the tool again behind the gate, because it may have been replaced or withdrawn while the call waited. */
    void refresh(ToolCall call) throws ToolException {
        Tool tool = call.catalogue().find(call.name()).orElse(null);
        if (tool == null) {
            throw new ToolException(ErrorCode.NOT_FOUND, Text.of("call.withdrawn", call.name()));
        }
        if (tool != call.tool()) {
            if (!isAdmittedAs(tool.spec(), call.tool().spec())) {
                throw new ToolException(ErrorCode.NOT_FOUND, Text.of("call.changed", call.name()));
            }
            call.tool(tool);
            arguments.validate(call);
        }
    }

    /** Whether rights, confirmation and repetition, which were checked for the former tool, are the same for the next one. */
    private static boolean isAdmittedAs(ToolSpec next, ToolSpec former) {
        return next.tags().equals(former.tags()) && next.definition().path("annotations").equals(former.definition().path("annotations"));
    }

    CompletableFuture<Object> run(ToolCall call) {
        Tool tool = call.tool();
        return tool.run(call.arguments(), call.context(), call.catalogue().whole()).thenCompose(run -> RegisteredConsumer.result(run, () -> result(tool.spec(), run, call.locale())));
    }

    private Result result(ToolSpec spec, Exchange run, Locale locale) throws JsonProcessingException {
        ObjectNode additions = mapper.createObjectNode();
        run.getProperties().forEach((name, value) -> {
            if (name.startsWith(ToolCall.META_PREFIX)) {
                additions.set(name.substring(ToolCall.META_PREFIX.length()), values.json(inWords(value, locale)));
            }
        });
        return new Result(data(spec, run), additions);
    }

    /** Writes a {@link Text}, alone or in a list, in the caller's language; other values stay. */
    private static Object inWords(Object value, Locale locale) {
        if (value instanceof Text text) {
            return text.in(locale);
        }
        return value instanceof List<?> list ? list.stream().map(item -> inWords(item, locale)).toList() : value;
    }

    private JsonNode data(ToolSpec spec, Exchange run) throws JsonProcessingException {
        Object body = run.getMessage().getBody();
        if (body instanceof InputStream || body instanceof byte[]) {
            body = run.getMessage().getBody(String.class);
        }
        JsonNode data = (spec.output() != null || spec.family() == Family.CALL) && body instanceof String text ? mapper.readTree(text) : values.json(body);
        if (spec.output() != null) {
            JsonNode shown = spec.family() == Family.NONE && data.path("content").isArray() ? data.get("structuredContent") : data;
            if (shown == null || data.path("isError").asBoolean() && spec.family() == Family.NONE) {
                return data;
            }
            List<Error> errors = spec.output().validate(shown);
            if (!errors.isEmpty()) {
                throw new IllegalStateException("Tool " + spec.name() + " left a body that does not fit its outputSchema: "
                        + errors.get(0).getInstanceLocation() + ": " + errors.get(0).getMessage());
            }
        }
        return data;
    }

    /**
     * Returns the failure. A {@link ToolException} has its own code. The cause of any other exception goes to the log, and the caller reads
     * one sentence without internals.
     */
    Outcome failure(ToolCall call, Exception cause, String given) {
        if (cause instanceof ToolException foreseen) {
            return new Outcome.Failure(foreseen.code(), foreseen.text(), (ObjectNode) values.json(foreseen.detail()));
        }
        ErrorCode code = given == null ? ErrorCode.INTERNAL_ERROR : ErrorCode.valueOf(given);
        try (CallScope scope = call.context().enter(call.name())) {
            if (code == ErrorCode.INTERNAL_ERROR) {
                LOG.error("Tool failed tool={} trace={}", call.name(), call.traceId(), cause);
            } else {
                LOG.warn("Tool failed tool={} trace={} error={}", call.name(), call.traceId(), rootMessage(cause));
            }
        }
        return new Outcome.Failure(code, Text.of("failure." + code.name()), JsonNodeFactory.instance.objectNode());
    }

    private static String rootMessage(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }

    /**
     * Writes the outcome in its family's envelope within the size limit.
     *
     * @return {@code {content, structuredContent, isError, _meta:{traceId, tookMs}}}, with the same JSON as text and as structured content
     */
    ObjectNode answer(ToolCall call) throws JsonProcessingException {
        shapes.shape(call);
        limits.keep(call);
        ObjectNode result = call.tool().spec().family() == Family.NONE ? (ObjectNode) call.result() : structured(call.json());
        if (call.link() != null && result.get("content") instanceof ArrayNode content) {
            content.add(call.link());
        }
        if (call.outcome().failed() || !result.has("isError")) {
            result.put("isError", call.outcome().failed());
        }
        ObjectNode meta = result.get("_meta") instanceof ObjectNode own ? own : result.putObject("_meta");
        meta.put("traceId", call.traceId()).put("tookMs", call.tookMs());
        return result;
    }

    private static ObjectNode structured(String json) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.putArray("content").addObject().put("type", "text").put("text", json);
        result.putRawValue("structuredContent", new RawValue(json));
        return result;
    }
}
