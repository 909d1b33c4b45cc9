package dev.caravan.resource;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Makes what a resource's route threw a JSON-RPC error: what isn't there is not found, what a step foresaw says its
 * sentence, and anything else says nothing of itself and goes to the log.
 */
@Component("failRead")
class FailRead implements Processor {

    private static final Logger LOG = LoggerFactory.getLogger(FailRead.class);

    @Override
    public void process(Exchange exchange) throws Exception {
        ResourceRead read = ResourceRead.of(exchange);
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        if (cause instanceof McpException || cause instanceof InterimResultException) {
            throw cause;
        }
        if (cause instanceof ToolException foreseen) {
            read.failed(foreseen.code().name());
            throw foreseen.code() == ErrorCode.NOT_FOUND
                    ? McpException.resourceNotFound(read.uri(), McpRequest.of(exchange).revision())
                    : McpException.failed(foreseen.text().in(read.context().locale()));
        }
        read.failed(ErrorCode.INTERNAL_ERROR.name());
        LOG.error("Resource {} failed (trace {})", read.uri(), read.context().traceId(), cause);
        throw McpException.internalError();
    }
}
