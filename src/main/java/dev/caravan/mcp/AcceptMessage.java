package dev.caravan.mcp;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Accepts a notification or a response without answering it. Refuses a request whose method has no handler. */
@Component("acceptMessage")
class AcceptMessage implements Processor {

    @Override
    public void process(Exchange exchange) throws McpException {
        McpRequest request = McpRequest.of(exchange);
        if (request.kind() == McpRequest.Kind.REQUEST) {
            throw McpException.methodNotFound(request.method(), request.revision());
        }
        exchange.getMessage().setBody(Reply.ACCEPTED);
    }
}
