package dev.caravan.recall;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** Ontology Query and AOI on loopback, which answer well or badly, as the test says, and remember what they were asked. */
final class LoopbackServices implements AutoCloseable {

    static final String ONTOLOGY_QUERY = "/api/ontology-query/";
    static final String OPERATOR_INTEGRATION = "/api/agent-operator-integration/";

    interface Behaviour {

        void answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    /** @param headers by names in lower case */
    record Asked(String method, String path, Map<String, String> headers, String body) {
    }

    private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
    private volatile Behaviour ontologyQuery;
    private volatile Behaviour operatorIntegration;
    private volatile CountDownLatch released = new CountDownLatch(1);
    private HttpServer server;
    private final int port;

    LoopbackServices() {
        start(0);
        port = server.getAddress().getPort();
    }

    private void start(int at) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "loopback-services");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            try (exchange) {
                Map<String, String> headers = new TreeMap<>();
                exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(), values.get(0)));
                asked.add(new Asked(exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers,
                        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
                (exchange.getRequestURI().getPath().startsWith(ONTOLOGY_QUERY) ? ontologyQuery : operatorIntegration).answer(exchange);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    void ontologyQuery(Behaviour behaviour) {
        ontologyQuery = behaviour;
    }

    void operatorIntegration(Behaviour behaviour) {
        operatorIntegration = behaviour;
    }

    /** Takes no connections until {@link #comeBack}. */
    void goAway() {
        server.stop(0);
    }

    void comeBack() {
        start(port);
    }

    /** What they were asked since the last time. */
    List<Asked> asked() {
        List<Asked> all = List.copyOf(asked);
        asked.clear();
        return all;
    }

    static Behaviour json(String body) {
        return status(200, body);
    }

    static Behaviour status(int status, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        };
    }

    /** Answers nothing before {@link #release}. */
    Behaviour silent() {
        return exchange -> {
            released.await();
            json("{}").answer(exchange);
        };
    }

    /** Has the silent behaviours answer whom they keep waiting, not those who come later. */
    void release() {
        CountDownLatch former = released;
        released = new CountDownLatch(1);
        former.countDown();
    }

    /** A byte now and then. */
    static Behaviour dripping() {
        return exchange -> {
            exchange.sendResponseHeaders(200, 1_000);
            try (OutputStream out = exchange.getResponseBody()) {
                for (int i = 0; i < 1_000; i++) {
                    out.write(' ');
                    out.flush();
                    Thread.sleep(50);
                }
            }
        };
    }

    /** Promises more than it sends. */
    static Behaviour closingMidway() {
        return exchange -> {
            exchange.sendResponseHeaders(200, 1_000);
            exchange.getResponseBody().write("{\"action_source\":".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            throw new IOException("closes midway");
        };
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
