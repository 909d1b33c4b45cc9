package dev.caravan.web;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.McpClient;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;

/** An HTTP server on loopback that answers as SearXNG does, well or badly, as the test says. */
public final class LoopbackSearch implements AutoCloseable {

    public interface Behaviour {

        void answer(HttpExchange exchange, Map<String, String> query) throws IOException;
    }

    /** Connections that may wait for the server: more than any test opens at once. */
    private static final int WAITING = 200;

    private final HttpServer server;
    private final Queue<Map<String, String>> requests = new ConcurrentLinkedQueue<>();
    private final Queue<Map<String, List<String>>> headers = new ConcurrentLinkedQueue<>();
    private volatile Behaviour behaviour = (exchange, query) -> send(exchange, 200, results());

    public LoopbackSearch() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), WAITING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "loopback-search");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
            requests.add(query);
            headers.add(Map.copyOf(exchange.getRequestHeaders()));
            try (exchange) {
                behaviour.answer(exchange, query);
            }
        });
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public void behave(Behaviour next) {
        requests.clear();
        headers.clear();
        behaviour = next;
    }

    /** The query parameters of each request since the last {@link #behave}. */
    List<Map<String, String>> requests() {
        return List.copyOf(requests);
    }

    List<Map<String, List<String>>> headers() {
        return List.copyOf(headers);
    }

    /** SearXNG's answer with these results, each an object in JSON. */
    public static String results(String... results) {
        ObjectNode answer = McpClient.JSON.createObjectNode().put("query", "q").put("number_of_results", 0);
        ArrayNode list = answer.putArray("results");
        for (String result : results) {
            list.add(McpClient.object(result));
        }
        answer.putArray("answers");
        answer.putArray("corrections");
        answer.putArray("infoboxes");
        answer.putArray("suggestions");
        answer.putArray("unresponsive_engines");
        return answer.toString();
    }

    public static String result(String title, String url, String content) {
        return McpClient.JSON.createObjectNode().put("title", title).put("url", url).put("content", content)
                .put("engine", "local").set("engines", McpClient.JSON.createArrayNode().add("local")).toString();
    }

    public static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /** Lets a request wait. */
    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new TreeMap<>();
        if (raw != null) {
            for (String parameter : raw.split("&")) {
                String[] parts = parameter.split("=", 2);
                query.put(parts[0], URLDecoder.decode(parts.length > 1 ? parts[1] : "", StandardCharsets.UTF_8));
            }
        }
        return query;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
