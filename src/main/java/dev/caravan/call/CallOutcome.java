package dev.caravan.call;

import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpException;
import org.apache.camel.Exchange;

/** Names the outcome of a call in one word: {@code OK}, an error code, or the protocol's label. */
final class CallOutcome {

    static final String OK = "OK";

    private CallOutcome() {
    }

    static String of(Exchange exchange, Audited call) {
        Exception caught = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        if (caught instanceof InterimResultException interim) {
            return interim.label();
        }
        return caught instanceof McpException refused && refused.code() == McpException.MISSING_CAPABILITY ? "MISSING_CAPABILITY" : call.label();
    }
}
