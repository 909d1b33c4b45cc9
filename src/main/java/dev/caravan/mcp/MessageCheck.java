package dev.caravan.mcp;

import org.apache.camel.Exchange;

/** A check that {@link AdmitRequest} runs on each message. It may store its result on the exchange. */
public interface MessageCheck {

    /**
     * Checks one message.
     *
     * @throws McpException the answer to the client when the check fails
     */
    void check(Exchange exchange) throws McpException;
}
