package dev.caravan.call;

import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Makes what a step or a route threw what the call came to. The route {@code call-failed} says its code by the exchange property {@value #CODE},
 * unless the exception says it itself. What is the protocol's own ends the call as it is.
 */
@Component("failCall")
class FailCall implements Processor {

    static final String CODE = "errorCode";

    @Override
    public void process(Exchange exchange) throws Exception {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        Call call = Call.of(exchange);
        if (call == null) {
            throw cause;
        }
        if (cause instanceof McpException || cause instanceof InterimResultException) {
            call.endWith(cause);
        } else {
            call.fail(cause, exchange.getProperty(CODE, String.class), McpRequest.of(exchange));
        }
    }
}
