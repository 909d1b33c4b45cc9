package dev.caravan.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Outcome;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.routes.Gate;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Runs the tool's route within its time. The route has an exchange of its own, which is thrown away if it is late; its
 * thread is interrupted then.
 */
@Component("runTool")
class RunTool implements Processor {

    private final ToolThreads threads;
    private final JsonValues values;
    private final ObjectMapper mapper;
    private final Duration defaultTimeout;
    private final ValidateArguments arguments;
    private final ToolRegistry registry;

    RunTool(CamelContext context, ValidateArguments arguments, ToolThreads threads, JsonValues values, ObjectMapper mapper,
            ToolProperties properties) {
        this.registry = ToolRegistry.of(context);
        this.arguments = arguments;
        this.threads = threads;
        this.values = values;
        this.mapper = mapper;
        this.defaultTimeout = properties.timeout();
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        ToolCall call = ToolCall.of(exchange);
        Exchange run = run(call);
        if (run.getException() != null) {
            throw withoutWrappers(run.getException());
        }
        run.getProperties().forEach((name, value) -> {
            if (name.startsWith(ToolCall.META_PREFIX)) {
                call.additions().set(name.substring(ToolCall.META_PREFIX.length()), values.json(value));
            }
        });
        call.outcome(new Outcome.Success(data(call.tool().spec(), run)));
    }

    private Exchange run(ToolCall call) throws Exception {
        Gate gate = registry.gate(call.name());
        gate.enter();
        boolean started = false;
        try {
            ToolConsumer tool = current(call);
            Map<String, Object> input = values.map(call.arguments());
            AtomicReference<Exchange> ended = new AtomicReference<>();
            Future<?> running = threads.submit(() -> {
                try {
                    ended.set(tool.run(input, call));
                } finally {
                    gate.leave();
                }
            });
            if (running == null) {
                throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.busy"));
            }
            started = true;
            return await(running, ended, tool);
        } finally {
            if (!started) {
                gate.leave();
            }
        }
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

    private Exchange await(Future<?> running, AtomicReference<Exchange> ended, ToolConsumer tool) throws Exception {
        Duration timeout = tool.spec().timeout() == null ? defaultTimeout : tool.spec().timeout();
        try {
            running.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return ended.get();
        } catch (TimeoutException e) {
            running.cancel(true);
            throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.timeout", tool.spec().name(), timeout.toMillis()),
                    Map.of("timeoutMs", timeout.toMillis()));
        } catch (ExecutionException e) {
            throw new IllegalStateException("Tool " + tool.spec().name() + " could not be run", e.getCause());
        } catch (InterruptedException e) {
            running.cancel(true);
            Thread.currentThread().interrupt();
            throw e;
        }
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
