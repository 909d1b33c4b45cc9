package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.McpClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;

/** Stands before a gateway, and lets only requests of one era pass, so that the gateway is a server of that era. */
final class EraProxy implements AutoCloseable {

    /** The methods that passed. */
    final Queue<String> methods = new ConcurrentLinkedQueue<>();

    /** The headers and the body of each request. */
    final Queue<String> requests = new ConcurrentLinkedQueue<>();

    volatile boolean modern;

    private final HttpServer http;
    private final String target;

    EraProxy(String target, boolean modern) {
        this.target = target;
        this.modern = modern;
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.setExecutor(Executors.newCachedThreadPool());
        http.createContext("/", exchange -> {
            try (exchange) {
                pass(exchange);
            }
        });
        http.start();
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort() + "/mcp";
    }

    private void pass(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        requests.add(new TreeMap<>(exchange.getRequestHeaders()) + " " + new String(body, StandardCharsets.UTF_8));
        boolean isModern = McpClient.MODERN.equals(exchange.getRequestHeaders().getFirst("MCP-Protocol-Version"));
        JsonNode message = body.length == 0 ? McpClient.object("{}") : McpClient.JSON.readTree(body);
        if (isModern != modern) {
            byte[] refusal = (modern
                    ? "{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + ",\"error\":{\"code\":-32602,\"message\":\"_meta is missing\"}}"
                    : "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"Bad Request: Unsupported protocol version\"},"
                            + "\"id\":null}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(400, refusal.length);
            exchange.getResponseBody().write(refusal);
            return;
        }
        methods.add(message.path("method").asText());
        HttpURLConnection connection = (HttpURLConnection) URI.create(target).toURL().openConnection();
        connection.setRequestMethod(exchange.getRequestMethod());
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!List.of("Host", "Content-length", "Connection", "Upgrade", "Http2-settings").contains(name)) {
                connection.setRequestProperty(name, values.get(0));
            }
        });
        if (body.length > 0) {
            connection.setDoOutput(true);
            connection.getOutputStream().write(body);
        }
        int status = connection.getResponseCode();
        connection.getHeaderFields().forEach((name, values) -> {
            if (name != null && (name.equalsIgnoreCase("Content-Type") || name.equalsIgnoreCase("Mcp-Session-Id"))) {
                exchange.getResponseHeaders().set(name, values.get(0));
            }
        });
        exchange.sendResponseHeaders(status, 0);
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream();
                OutputStream out = exchange.getResponseBody()) {
            byte[] buffer = new byte[8192];
            for (int read = in == null ? -1 : in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                out.flush();
            }
        }
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
