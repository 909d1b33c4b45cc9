package dev.caravan.tool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.CallScope;
import dev.caravan.call.JsonValues;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Outcome;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpException;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Makes what a tool's route threw the outcome of the call. A {@link ToolException} says its code itself; for anything else
 * the route configuration sets the exchange property {@value #CODE}, the cause goes to the log, and the caller reads one
 * sentence without internals. What is the protocol's own ends the call as it is.
 */
@Component("recordFailure")
class RecordFailure implements Processor {

    static final String CODE = "errorCode";

    private static final Logger LOG = LoggerFactory.getLogger(RecordFailure.class);

    private final JsonValues values;

    RecordFailure(JsonValues values) {
        this.values = values;
    }

    @Override
    public void process(Exchange exchange) {
        ToolCall call = ToolCall.of(exchange);
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        if (cause instanceof McpException || cause instanceof InterimResultException) {
            call.ending(cause);
            return;
        }
        if (cause instanceof ToolException foreseen) {
            call.outcome(new Outcome.Failure(foreseen.code(), foreseen.text(), (ObjectNode) values.json(foreseen.detail())));
            return;
        }
        ErrorCode code = ErrorCode.valueOf(exchange.getProperty(CODE, "INTERNAL_ERROR", String.class));
        try (CallScope scope = call.context().enter(call.name())) {
            if (code == ErrorCode.INTERNAL_ERROR) {
                LOG.error("Tool {} failed (trace {})", call.name(), call.traceId(), cause);
            } else {
                LOG.warn("Tool {} failed (trace {}): {}", call.name(), call.traceId(), rootMessage(cause));
            }
        }
        call.outcome(new Outcome.Failure(code, Text.of("failure." + code.name()), JsonNodeFactory.instance.objectNode()));
    }

    private static String rootMessage(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }
}
