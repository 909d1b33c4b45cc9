package dev.caravan.tool;

import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Compares headers of a modern request over HTTP with the arguments that they repeat. */
@Component("checkHeaders")
class CheckHeaders implements Processor {

    @Override
    public void process(Exchange exchange) throws McpException {
        boolean http = exchange.getMessage().getHeader(Exchange.HTTP_METHOD) != null;
        if (http && McpRequest.of(exchange).revision().isModern()) {
            ToolCall call = ToolCall.of(exchange);
            call.tool().spec().arguments().headers().check(call.arguments(), exchange.getMessage());
        }
    }
}
