package dev.caravan.client;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/** What one endpoint does; made with its endpoint, so that a bad option is found before its route exists. */
interface McpStep {

    /** As an {@code AsyncProcessor} does. */
    boolean process(Exchange exchange, AsyncCallback callback) throws Exception;

    /** One that waits for nobody. */
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
