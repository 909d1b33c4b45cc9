package dev.caravan.call;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/**
 * Steps around a part of a route that must not stop halfway, such as a write and its undo. A call that is cancelled or late meanwhile stops at the end
 * of the part. {@link #allow} belongs in {@code doFinally}. Both do nothing in a route without a call.
 */
@Component("cancellation")
public class Cancellation {

    /** From here on, the end of the call does not stop the route. */
    public void defer(Exchange exchange) {
        CallContext call = exchange.getProperty(CallContext.PROPERTY, CallContext.class);
        if (call != null) {
            call.running().defer(exchange);
        }
    }

    /** Stops the route here if its call has ended. */
    public void allow(Exchange exchange) {
        CallContext call = exchange.getProperty(CallContext.PROPERTY, CallContext.class);
        if (call != null) {
            call.running().allow(exchange);
        }
    }
}
