package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Makes the result that a method left as body (an {@link ObjectNode}) the reply to its request; a reply stays as it is. */
@Component("answerMessage")
class AnswerMessage implements Processor {

    @Override
    public void process(Exchange exchange) {
        if (exchange.getMessage().getBody() instanceof Reply) {
            return;
        }
        McpRequest request = McpRequest.of(exchange);
        ObjectNode result = exchange.getMessage().getBody(ObjectNode.class);
        exchange.getMessage().setBody(new Reply(request.revision(), request.id(), result, null));
    }
}
