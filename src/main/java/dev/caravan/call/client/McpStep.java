package dev.caravan.call.client;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/** The work of one endpoint. It is created with the endpoint, so that an invalid option stops the route from loading. */
interface McpStep {

    /** Runs the step like an {@code AsyncProcessor}. */
    boolean process(Exchange exchange, AsyncCallback callback) throws Exception;

    /** A step that does not wait. */
    interface Now extends McpStep {

        void process(Exchange exchange) throws Exception;

        @Override
        default boolean process(Exchange exchange, AsyncCallback callback) throws Exception {
            process(exchange);
            callback.done(true);
            return true;
        }
    }
}
