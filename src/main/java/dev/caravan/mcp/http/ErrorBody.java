package dev.caravan.mcp.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.McpException;

/** A JSON-RPC error about a request whose id was never read: {@code {jsonrpc, error:{code, message}}}. */
final class ErrorBody {

    private ErrorBody() {
    }

    static String of(McpException error) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        body.putObject("error").put("code", error.code()).put("message", error.getMessage());
        return body.toString();
    }
}
