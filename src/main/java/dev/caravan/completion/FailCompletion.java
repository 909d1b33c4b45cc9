package dev.caravan.completion;

import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.McpException;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Makes what a route of suggestions threw a JSON-RPC error: what a step foresaw says its sentence, anything else goes to the log. */
@Component("failCompletion")
class FailCompletion implements Processor {

    private static final Logger LOG = LoggerFactory.getLogger(FailCompletion.class);

    @Override
    public void process(Exchange exchange) throws McpException {
        Completion completion = Completion.of(exchange);
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        completion.context().endSpan("completion/complete", cause.getClass().getSimpleName());
        if (cause instanceof McpException known) {
            throw known;
        }
        if (cause instanceof ToolException foreseen) {
            throw McpException.failed(foreseen.text().in(completion.context().locale()));
        }
        LOG.error("Completing {} of {} failed (trace {})", completion.argument(), completion.name(), completion.context().traceId(), cause);
        throw McpException.internalError();
    }
}
