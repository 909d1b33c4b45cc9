package dev.caravan.tool;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Ends a call that has no result of its tool with what is the protocol's own: an error, or the input that is required. */
@Component("endEarly")
class EndEarly implements Processor {

    @Override
    public void process(Exchange exchange) throws Exception {
        ToolCall call = ToolCall.of(exchange);
        if (call.ending() != null) {
            throw call.ending();
        }
    }
}
