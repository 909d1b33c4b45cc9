package dev.caravan.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.McpRequest;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Sets the result of a call as body, and ends the call for metrics and audit. A call without a result ends with an error of the protocol,
 * or with the required input.
 */
@Component("closeCall")
class CloseCall implements Processor {

    private final EndCall end;

    CloseCall(EndCall end) {
        this.end = end;
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        Call call = Call.of(exchange);
        ObjectNode result = call.earlier() != null ? call.earlier() : call.ending() == null ? call.answer(McpRequest.of(exchange)) : null;
        call.settle(result);
        end.process(exchange);
        if (result == null) {
            throw call.ending();
        }
        exchange.getMessage().setBody(result);
    }
}
