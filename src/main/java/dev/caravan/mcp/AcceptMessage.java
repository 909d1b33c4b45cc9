package dev.caravan.mcp;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Takes a notification or a response without answering it, and refuses a request whose method nobody serves. */
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
