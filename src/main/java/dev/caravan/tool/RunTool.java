package dev.caravan.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import dev.caravan.call.CallContext;
import dev.caravan.call.JsonValues;
import dev.caravan.call.Metered;
import dev.caravan.call.RegisteredConsumer;
import dev.caravan.call.TimedRun;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Outcome;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;
import org.springframework.stereotype.Component;

/** Runs the tool's route, on an exchange of its own. */
@Component("runTool")
class RunTool extends AsyncProcessorSupport {

    private final TimedRun timed;
    private final JsonValues values;
    private final ObjectMapper mapper;
    private final ValidateArguments arguments;

    RunTool(ValidateArguments arguments, TimedRun timed, JsonValues values, ObjectMapper mapper) {
        this.arguments = arguments;
        this.timed = timed;
        this.values = values;
        this.mapper = mapper;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        ToolCall call = ToolCall.of(exchange);
        return timed.process(exchange, callback, call.tool().gate(), () -> new Run(current(call), call));
    }

    /** What a tool's route left. */
    private record Result(JsonNode data, ObjectNode additions) {
    }

    private final class Run implements TimedRun.Work<Result> {

        private final Tool tool;
        private final ToolCall call;

        Run(Tool tool, ToolCall call) {
            this.tool = tool;
            this.call = call;
        }

        @Override
        public String name() {
            return tool.spec().name();
        }

        @Override
        public CallContext context() {
            return call.context();
        }

        @Override
        public Metered metered() {
            return tool.metered();
        }

        @Override
        public Duration timeout() {
            return call.limit() == null ? tool.spec().timeout() : call.limit();
        }

        @Override
        public CompletableFuture<Result> run() {
            return tool.run(call.arguments(), call.context()).thenCompose(run -> RegisteredConsumer.result(run, () -> result(run)));
        }

        private Result result(Exchange run) throws JsonProcessingException {
            ObjectNode additions = mapper.createObjectNode();
            run.getProperties().forEach((name, value) -> {
                if (name.startsWith(ToolCall.META_PREFIX)) {
                    additions.set(name.substring(ToolCall.META_PREFIX.length()), values.json(inWords(value, call.locale())));
                }
            });
            return new Result(data(tool.spec(), run), additions);
        }

        @Override
        public void abandon() {
            call.context().running().abandon();
        }

        @Override
        public void leave(Result result) {
            call.additions().setAll(result.additions());
            call.outcome(new Outcome.Success(result.data()));
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
    private Tool current(ToolCall call) throws ToolException {
        Tool tool = call.catalogue().find(call.name()).orElse(null);
        if (tool == null) {
            throw new ToolException(ErrorCode.NOT_FOUND, Text.of("call.withdrawn", call.name()));
        }
        if (tool != call.tool()) {
            call.tool(tool);
            arguments.validate(call);
        }
        return tool;
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
