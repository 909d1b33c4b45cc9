package dev.caravan.call;

import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Turns an exception of a step or a route into the call's outcome. The route {@code call-failed} sets the code in the exchange property
 * {@value #CODE}, unless the exception has one. An exception of the protocol ends the call unchanged.
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
        if (cause instanceof EarlierAnswer first) {
            call.earlier(first.result());
        } else if (cause instanceof McpException || cause instanceof InterimResultException) {
            call.endWith(cause);
        } else {
            call.fail(cause, exchange.getProperty(CODE, String.class), McpRequest.of(exchange));
        }
    }
}
