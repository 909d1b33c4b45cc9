package dev.caravan.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.envelope.AnswerTooBigException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

/** Connections of {@code http:} endpoints: kept after answers that were taken whole, thrown away after others. */
class BoundedHttpTest {

    private static final byte[] WORDS = "{\"words\":\"北京\"}".repeat(1_000).getBytes(StandardCharsets.UTF_8);

    private final Set<Integer> connections = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final BoundedHttp bounded = new BoundedHttp(DataSize.ofKilobytes(64), null);
    private final CountDownLatch ended = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
        camel.getRegistry().bind("boundedHttp", bounded);
        camel.start();
    }

    @AfterEach
    void stop() {
        ended.countDown();
        camel.stop();
        bounded.destroy();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        connections.add(exchange.getRemoteAddress().getPort());
        exchange.getRequestBody().readAllBytes();
        byte[] body = WORDS;
        switch (exchange.getRequestURI().getPath()) {
            case "/known" -> exchange.sendResponseHeaders(200, body.length);
            case "/chunked" -> exchange.sendResponseHeaders(200, 0);
            case "/failed" -> exchange.sendResponseHeaders(503, body.length);
            case "/zipped" -> {
                ByteArrayOutputStream zipped = new ByteArrayOutputStream();
                try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
                    zip.write(WORDS);
                }
                body = zipped.toByteArray();
                exchange.getResponseHeaders().set("Content-Encoding", "gzip");
                exchange.sendResponseHeaders(200, body.length);
            }
            case "/nothing" -> {
                body = new byte[0];
                exchange.sendResponseHeaders(204, -1);
            }
            case "/late" -> {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body, 0, 10);
                exchange.getResponseBody().flush();
                awaitEnd();
            }
            default -> {
                body = new byte[65_537];
                exchange.sendResponseHeaders(200, exchange.getRequestURI().getPath().equals("/large") ? body.length : 0);
            }
        }
        exchange.getResponseBody().write(body);
        exchange.getResponseBody().close();
    }

    /** Waits until the test has ended. */
    private void awaitEnd() {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private byte[] ask(String path) {
        try (ProducerTemplate template = camel.createProducerTemplate()) {
            return template.requestBodyAndHeader("http://127.0.0.1:" + server.getAddress().getPort() + path
                    + "?bridgeEndpoint=true&throwExceptionOnFailure=false&responseTimeout=1000&httpClientConfigurer=#boundedHttp", "{}",
                    Exchange.HTTP_METHOD, "POST", byte[].class);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"/known", "/chunked", "/failed", "/zipped", "/nothing"})
    void connectionIsReusedAfterACompleteAnswer(String path) {
        for (int i = 0; i < 20; i++) {
            assertThat(ask(path)).isEqualTo(path.equals("/nothing") ? null : WORDS);
        }
        assertThat(connections).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/large", "/large-chunked"})
    void connectionIsClosedAfterATooLargeAnswer(String path) {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> ask(path)).hasRootCauseInstanceOf(AnswerTooBigException.class);
        }
        assertThat(ask("/known")).isEqualTo(WORDS);
        assertThat(connections).hasSize(4);
    }

    @Test
    void connectionIsClosedAfterALateAnswer() {
        assertThatThrownBy(() -> ask("/late")).hasRootCauseInstanceOf(SocketTimeoutException.class);
        assertThat(ask("/known")).isEqualTo(WORDS);
        assertThat(connections).hasSize(2);
    }
}
