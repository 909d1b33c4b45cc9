package dev.caravan.mcp;

import org.apache.camel.Exchange;

/** A check that {@link AdmitRequest} runs on each message, in the order of {@code @Order}. It may store its result on the exchange. */
public interface MessageCheck {

    /** Finds the caller. */
    int CALLER = 1;
    /** Checks the caller's rights. */
    int RIGHTS = 2;
    /** Finds the session. */
    int SESSION = 3;
    /** Finds the MCP instance. */
    int INSTANCE = 4;
    /** Finds the way to ask the client for input. */
    int INPUT = 5;
    /** Decides whether the request may become a task. */
    int TASK = 6;

    /** Chooses what lists of tools show. */
    int CATALOGUE = 7;

    /**
     * Checks one message.
     *
     * @throws McpException the answer to the client when the check fails
     */
    void check(Exchange exchange) throws McpException;
}
