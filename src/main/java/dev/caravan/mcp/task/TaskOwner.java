package dev.caravan.mcp.task;

import dev.caravan.mcp.McpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.camel.Exchange;

/** Whose tasks a request can have to do with: those of its caller, at the gateway or at one MCP instance. */
final class TaskOwner {

    private TaskOwner() {
    }

    /** A key of an instance is not shown. */
    static String of(Exchange exchange) {
        String key = exchange.getProperty(McpRequest.API_KEY, String.class);
        String caller = exchange.getProperty(McpRequest.CALLER, String.class);
        return key == null ? atGateway(caller) : "instance " + sha256(key) + " " + caller;
    }

    static String atGateway(String caller) {
        return "gateway " + caller;
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
