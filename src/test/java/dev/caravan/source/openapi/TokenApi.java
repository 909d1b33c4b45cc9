package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.McpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** An HTTP API that wants access tokens for itself. It answers with the subject and the token, and keeps what it got. */
final class TokenApi implements AutoCloseable {

    /** @param token empty for none */
    record Received(String path, String subject, String scopes, String token) {
    }

    final List<Received> received = new CopyOnWriteArrayList<>();
    /** Tokens that it does not take any more. */
    final Set<String> revoked = ConcurrentHashMap.newKeySet();
    volatile boolean refusesAll;
    private final HttpServer http;

    TokenApi() {
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.setExecutor(Executors.newCachedThreadPool());
        http.createContext("/", this::answer);
        http.start();
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.contains("/.well-known/")) {
            send(exchange, 404, "{}");
            return;
        }
        String token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")).replaceFirst("^Bearer ", "")
                .replaceFirst("^null$", "");
        String[] parts = token.split("\\.");
        JsonNode claims = parts.length == 3 ? McpClient.JSON.readTree(Base64.getUrlDecoder().decode(parts[1]))
                : McpClient.JSON.createObjectNode();
        received.add(new Received(path, claims.path("sub").asText(), claims.path("scope").toString(), token));
        String audience = url() + path.substring(0, path.lastIndexOf('/'));
        if (refusesAll || revoked.contains(token) || !claims.path("aud").toString().contains(audience)) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer error=\"invalid_token\"");
            send(exchange, 401, "{\"message\":\"no\"}");
        } else {
            send(exchange, 200, "{\"subject\":\"" + claims.path("sub").asText() + "\",\"echo\":\"" + token + "\",\"body\":\""
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).replace("\"", "'") + "\"}");
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        try (exchange) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
