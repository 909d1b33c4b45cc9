package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.McpClient;
import dev.caravan.embedded.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;

/**
 * An MCP server with the tool {@code greet} that wants a token for itself, and remembers whose tokens it got. Lists need the scope
 * {@code tools:read}, calls {@code tools:call}.
 */
final class GuardedServer implements AutoCloseable {

    /** @param subject whose token the request had */
    record Request(String method, String subject, String token) {
    }

    final Queue<Request> requests = new ConcurrentLinkedQueue<>();
    private final String issuer;
    private final HttpServer http;

    GuardedServer(String issuer) {
        this.issuer = issuer;
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.pick()), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.setExecutor(Executors.newCachedThreadPool());
        http.createContext("/.well-known/oauth-protected-resource/mcp", this::metadata);
        http.createContext("/mcp", this::answer);
        http.start();
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort() + "/mcp";
    }

    /** Returns the subjects of the tokens that calls had. */
    List<String> callers() {
        return requests.stream().filter(request -> request.method().equals("tools/call")).map(Request::subject).toList();
    }

    private void metadata(HttpExchange exchange) throws IOException {
        ObjectNode metadata = McpClient.JSON.createObjectNode().put("resource", url());
        metadata.putArray("authorization_servers").add(issuer);
        metadata.putArray("scopes_supported").add("tools:read");
        send(exchange, 200, metadata);
    }

    private void answer(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            send(exchange, 405, McpClient.JSON.createObjectNode());
            return;
        }
        JsonNode request = McpClient.JSON.readTree(exchange.getRequestBody());
        String method = request.path("method").asText();
        String token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")).replaceFirst("^Bearer ", "");
        JsonNode claims = claims(token);
        String wanted = method.equals("tools/call") ? "tools:call" : "tools:read";
        requests.add(new Request(method, claims.path("sub").asText(), token));
        if (!claims.path("aud").toString().contains(url())) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer scope=\"tools:read\"");
            send(exchange, 401, McpClient.JSON.createObjectNode());
        } else if (!claims.path("scope").toString().contains(wanted)) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"" + wanted + "\"");
            send(exchange, 403, McpClient.JSON.createObjectNode());
        } else {
            ObjectNode reply = McpClient.JSON.createObjectNode().put("jsonrpc", "2.0");
            reply.set("id", request.get("id"));
            reply.set("result", result(method, claims.path("sub").asText()));
            send(exchange, request.has("id") ? 200 : 202, reply);
        }
    }

    private static ObjectNode result(String method, String subject) {
        return switch (method) {
            case "initialize" -> McpClient.object(
                    "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"guarded\","
                            + "\"version\":\"1\"}}");
            case "tools/list" -> McpClient.object("{\"tools\":[{\"name\":\"greet\",\"inputSchema\":{\"type\":\"object\"}}]}");
            default -> McpClient.object("{\"content\":[{\"type\":\"text\",\"text\":\"Hello, " + subject + "\"}]}");
        };
    }

    private static JsonNode claims(String token) throws IOException {
        String[] parts = token.split("\\.");
        return parts.length == 3 ? McpClient.JSON.readTree(Base64.getUrlDecoder().decode(parts[1])) : McpClient.JSON.createObjectNode();
    }

    private static void send(HttpExchange exchange, int status, JsonNode body) throws IOException {
        try (exchange) {
            byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().put("Content-Type", Arrays.asList("application/json"));
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
