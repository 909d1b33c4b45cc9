package dev.caravan.mcp;

import org.apache.camel.Exchange;

/** One of the checks that {@link AdmitRequest} makes of each message; they are made in the order of their {@code @Order}. May leave on the exchange what it found out. */
public interface MessageCheck {

    /** Who sends it, and as whom. */
    int CALLER = 1;
    /** Whether he may. */
    int RIGHTS = 2;
    /** In which session. */
    int SESSION = 3;
    /** At which MCP instance. */
    int INSTANCE = 4;
    /** How its sender is asked in the middle of it. */
    int INPUT = 5;
    /** Whether it may go on as a task. */
    int TASK = 6;

    /** @throws McpException what its sender is answered instead */
    void check(Exchange exchange) throws McpException;
}
