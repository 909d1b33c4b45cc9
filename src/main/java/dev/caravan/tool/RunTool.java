package dev.caravan.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Outcome;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.routes.Gate;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;
import org.springframework.stereotype.Component;

/**
 * Runs the tool's route within its time, on the thread that calls. The route has an exchange of its own; if it is late, its
 * thread is interrupted, the call goes on to its answer on another thread, and what the route still does is thrown away.
 */
@Component("runTool")
class RunTool extends AsyncProcessorSupport {

    private final Deadlines deadlines;
    private final JsonValues values;
    private final ObjectMapper mapper;
    private final Duration defaultTimeout;
    private final ValidateArguments arguments;
    private final ToolRegistry registry;

    RunTool(CamelContext context, ValidateArguments arguments, Deadlines deadlines, JsonValues values, ObjectMapper mapper,
            ToolProperties properties) {
        this.registry = ToolRegistry.of(context);
        this.arguments = arguments;
        this.deadlines = deadlines;
        this.values = values;
        this.mapper = mapper;
        this.defaultTimeout = properties.timeout();
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        ToolCall call = ToolCall.of(exchange);
        Gate gate = registry.gate(call.name());
        gate.enter();
        try {
            ToolConsumer tool = current(call);
            Duration timeout = tool.spec().timeout() == null ? defaultTimeout : tool.spec().timeout();
            Deadlines.Run run = deadlines.begin(timeout, () -> {
                exchange.setException(late(tool, timeout));
                callback.done(false);
            });
            if (run == null) {
                throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.busy"));
            }
            Result result;
            boolean inTime;
            try {
                result = run(tool, call);
            } finally {
                inTime = run.end();
            }
            if (!inTime) {
                return false;
            }
            result.leaveOn(call);
        } catch (Exception e) {
            exchange.setException(e);
        } finally {
            gate.leave();
        }
        callback.done(true);
        return true;
    }

    private static ToolException late(ToolConsumer tool, Duration timeout) {
        return new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.timeout", tool.spec().name(), timeout.toMillis()),
                Map.of("timeoutMs", timeout.toMillis()));
    }

    /** What a tool's route left; kept off the call until it is sure that it came in time. */
    private record Result(JsonNode data, ObjectNode additions, Exception failure) {

        void leaveOn(ToolCall call) throws Exception {
            if (failure != null) {
                throw failure;
            }
            call.additions().setAll(additions);
            call.outcome(new Outcome.Success(data));
        }
    }

    private Result run(ToolConsumer tool, ToolCall call) {
        try {
            Exchange run = tool.run(values.map(call.arguments()), call);
            if (run.getException() != null) {
                return new Result(null, null, withoutWrappers(run.getException()));
            }
            ObjectNode additions = mapper.createObjectNode();
            run.getProperties().forEach((name, value) -> {
                if (name.startsWith(ToolCall.META_PREFIX)) {
                    additions.set(name.substring(ToolCall.META_PREFIX.length()), values.json(inWords(value, call.locale())));
                }
            });
            return new Result(data(tool.spec(), run), additions, null);
        } catch (Exception e) {
            return new Result(null, null, e);
        }
    }

    /** A {@link Text}, alone or in a list, as words in the caller's language; another value as it is. */
    private static Object inWords(Object value, Locale locale) {
        if (value instanceof Text text) {
            return text.in(locale);
        }
        return value instanceof List<?> list ? list.stream().map(item -> inWords(item, locale)).toList() : value;
    }

    /** The tool as it is behind the gate: it may have been replaced while the call waited, or withdrawn. */
    private ToolConsumer current(ToolCall call) throws ToolException {
        ToolConsumer tool = registry.find(call.name())
                .orElseThrow(() -> new ToolException(ErrorCode.NOT_FOUND, Text.of("call.withdrawn", call.name())));
        if (tool != call.tool()) {
            call.tool(tool);
            arguments.validate(call);
        }
        return tool;
    }

    /** What was thrown first, without the exceptions that Camel's components put around it. */
    private static Exception withoutWrappers(Exception thrown) {
        Exception inner = thrown;
        while (inner.getClass().getName().startsWith("org.apache.camel.") && inner.getCause() instanceof Exception cause) {
            inner = cause;
        }
        return inner;
    }

    private JsonNode data(ToolSpec spec, Exchange run) throws JsonProcessingException {
        Object body = run.getMessage().getBody();
        if (body instanceof InputStream || body instanceof byte[]) {
            body = run.getMessage().getBody(String.class);
        }
        JsonNode data = spec.output() != null && body instanceof String text ? mapper.readTree(text) : values.json(body);
        if (spec.output() != null) {
            List<Error> errors = spec.output().validate(data);
            if (!errors.isEmpty()) {
                throw new IllegalStateException("Tool " + spec.name() + " left a body that its outputSchema refuses: "
                        + errors.get(0).getInstanceLocation() + ": " + errors.get(0).getMessage());
            }
        }
        return data;
    }
}
