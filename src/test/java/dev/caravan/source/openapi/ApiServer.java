package dev.caravan.source.openapi;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** A real HTTP service for tests. It keeps requests, and answers as told. */
final class ApiServer implements AutoCloseable {

    /** @param headers by name in lower case */
    record Received(String method, String target, Map<String, String> headers, String body) {
    }

    private record Answer(int status, String type, byte[] body, Map<String, String> headers, boolean held) {
    }

    private final HttpServer server;
    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();

    ApiServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::serve);
        server.start();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new TreeMap<>();
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(), String.join(", ", values)));
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
            received.add(new Received(exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body));
            Answer answer = answers.getOrDefault(exchange.getRequestURI().getPath(),
                    new Answer(200, "application/json", "{\"ok\":true}".getBytes(StandardCharsets.UTF_8), Map.of(), false));
            if (answer.held()) {
                closed.await();
            }
            answer.headers().forEach(exchange.getResponseHeaders()::add);
            if (answer.type() != null) {
                exchange.getResponseHeaders().add("Content-Type", answer.type());
            }
            exchange.sendResponseHeaders(answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    ApiServer answer(String path, int status, String type, String body) {
        return answer(path, status, type, body.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    ApiServer answer(String path, int status, String type, byte[] body, Map<String, String> headers) {
        answers.put(path, new Answer(status, type, body, headers, false));
        return this;
    }

    /** Requests for this path get no answer before the service is closed. */
    void hold(String path) {
        answers.put(path, new Answer(200, "application/json", "{}".getBytes(StandardCharsets.UTF_8), Map.of(), true));
    }

    /** The only request since the last call. */
    Received only() {
        List<Received> all = new java.util.ArrayList<>();
        received.drainTo(all);
        if (all.size() != 1) {
            throw new AssertionError("not one request but " + all);
        }
        return all.get(0);
    }

    boolean isUntouched() {
        return received.isEmpty();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
