package dev.caravan.mcp.task;

import dev.caravan.mcp.McpRequest;
import dev.caravan.store.Sha256;
import org.apache.camel.Exchange;

/** Identifies the owner of tasks: the caller, at the gateway or at one MCP instance. */
final class TaskOwner {

    private TaskOwner() {
    }

    /** Returns the owner; an instance's API key is hashed. */
    static String of(Exchange exchange) {
        String key = exchange.getProperty(McpRequest.API_KEY, String.class);
        String caller = exchange.getProperty(McpRequest.CALLER, String.class);
        return key == null ? atGateway(caller) : "instance " + Sha256.hex(key) + " " + caller;
    }

    static String atGateway(String caller) {
        return "gateway " + caller;
    }
}
