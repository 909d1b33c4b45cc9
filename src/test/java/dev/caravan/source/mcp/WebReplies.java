package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes the replies of an MCP server on HTTP. */
final class WebReplies {

    private WebReplies() {
    }

    static String reply(JsonNode request, ObjectNode result) {
        ObjectNode reply = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        reply.set("id", request.get("id"));
        reply.set("result", result);
        return reply.toString();
    }

    static void json(HttpExchange exchange, String body) throws IOException {
        send(exchange, 200, "application/json", body);
    }

    static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
