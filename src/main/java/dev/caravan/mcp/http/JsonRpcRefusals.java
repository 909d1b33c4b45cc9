package dev.caravan.mcp.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.http.HttpRules;
import dev.caravan.mcp.McpException;
import dev.caravan.security.HttpRefusal;

/** Writes each refusal on a JSON-RPC endpoint as a JSON-RPC error. The error has no {@code id}, because no message was read. */
abstract class JsonRpcRefusals implements HttpRules {

    /** Returns {@code {jsonrpc, error:{code, message}}}. */
    @Override
    public String body(HttpRefusal refusal) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        body.putObject("error")
                .put("code", refusal.status() < 500 ? McpException.INVALID_REQUEST : McpException.INTERNAL_ERROR)
                .put("message", refusal.getMessage());
        return body.toString();
    }
}
