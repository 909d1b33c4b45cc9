package dev.caravan.mcp.task;

import dev.caravan.mcp.McpRequest;
import dev.caravan.store.Sha256;
import org.apache.camel.Exchange;

/** Whose tasks a request can have to do with: those of its caller, at the gateway or at one MCP instance. */
final class TaskOwner {

    private TaskOwner() {
    }

    /** A key of an instance is not shown. */
    static String of(Exchange exchange) {
        String key = exchange.getProperty(McpRequest.API_KEY, String.class);
        String caller = exchange.getProperty(McpRequest.CALLER, String.class);
        return key == null ? atGateway(caller) : "instance " + Sha256.hex(key) + " " + caller;
    }

    static String atGateway(String caller) {
        return "gateway " + caller;
    }
}
