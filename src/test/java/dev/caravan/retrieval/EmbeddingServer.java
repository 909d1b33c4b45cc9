package dev.caravan.retrieval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** OpenAI's embeddings API over a model, on loopback, and what may go wrong with it. */
public final class EmbeddingServer implements AutoCloseable {

    /** Answers one request. */
    public interface Behaviour {
        void answer(HttpExchange exchange, byte[] body) throws Exception;
    }

    private static final ObjectMapper JSON = new ObjectMapper();

    final List<String> authorizations = new CopyOnWriteArrayList<>();
    final List<Integer> batches = new CopyOnWriteArrayList<>();
    private final Embedder model;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile Behaviour behaviour = this::embed;

    public EmbeddingServer(Embedder model) {
        this.model = model;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/v1/embeddings", exchange -> {
            try (exchange) {
                authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
                behaviour.answer(exchange, exchange.getRequestBody().readAllBytes());
            } catch (Exception e) {
                // the client has left, or the test ends
            }
        });
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    public void behaves(Behaviour next) {
        behaviour = next;
    }

    public void embed(HttpExchange exchange, byte[] body) throws Exception {
        List<String> texts = new ArrayList<>();
        JSON.readTree(body).get("input").forEach(text -> texts.add(text.textValue()));
        batches.add(texts.size());
        send(exchange, 200, answer(model.embedPassages(texts)).toString());
    }

    public static JsonNode answer(List<float[]> vectors) {
        ObjectNode answer = JSON.createObjectNode().put("object", "list").put("model", "m");
        ArrayNode data = answer.putArray("data");
        for (float[] vector : vectors) {
            ArrayNode numbers = data.addObject().put("object", "embedding").put("index", data.size() - 1).putArray("embedding");
            for (float number : vector) {
                numbers.add(number);
            }
        }
        answer.putObject("usage").put("prompt_tokens", 1).put("total_tokens", 1);
        return answer;
    }

    public static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
