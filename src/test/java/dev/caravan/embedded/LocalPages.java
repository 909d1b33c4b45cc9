package dev.caravan.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The web of {@link EmbeddedSearx}: {@code GET /?q=…&p=PAGE} returns the pages of a small set that contain the words, ten at a time. */
final class LocalPages implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PAGE = 10;

    private final HttpServer server;
    private final JsonNode pages;

    LocalPages() throws IOException {
        try (InputStream in = LocalPages.class.getResourceAsStream("/quickstart/pages.json")) {
            pages = JSON.readTree(in);
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        Map<String, String> query = new TreeMap<>();
        for (String parameter : exchange.getRequestURI().getRawQuery().split("&")) {
            int equals = parameter.indexOf('=');
            query.put(parameter.substring(0, equals), URLDecoder.decode(parameter.substring(equals + 1), StandardCharsets.UTF_8));
        }
        ObjectNode found = JSON.createObjectNode();
        ArrayNode hits = found.putArray("hits");
        String[] words = query.getOrDefault("q", "").toLowerCase(Locale.ROOT).split("[\\s+]+");
        Map<JsonNode, Long> scores = new java.util.HashMap<>();
        pages.forEach(page -> scores.put(page, score(page, words)));
        scores.entrySet().stream().filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.<JsonNode, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(entry -> entry.getKey().path("link").asText()))
                .skip((Long.parseLong(query.getOrDefault("p", "1")) - 1) * PAGE).limit(PAGE)
                .forEach(entry -> hits.add(entry.getKey()));
        byte[] body = JSON.writeValueAsBytes(found);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        try (exchange) {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static long score(JsonNode page, String[] words) {
        String title = page.path("title").asText().toLowerCase(Locale.ROOT);
        String text = page.path("text").asText().toLowerCase(Locale.ROOT);
        long score = 0;
        for (String word : words) {
            if (!word.isEmpty()) {
                score += (title.contains(word) ? 2 : 0) + (text.contains(word) ? 1 : 0);
            }
        }
        return score;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
