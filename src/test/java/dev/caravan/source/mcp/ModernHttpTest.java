package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.McpClient;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request to a server that is silent ends when its call is cancelled, and all end with the connection. */
class ModernHttpTest {


    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger arrived = new AtomicInteger();
    private HttpServer http;
    private HttpTransport wire;

    @BeforeEach
    void start() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.createContext("/mcp", exchange -> {
            arrived.incrementAndGet();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        http.start();
        wire = new HttpTransport("web", HttpExchangesTest.exchanges(http.getAddress().getPort(), Map.of(), null), McpClient.JSON,
                Duration.ofSeconds(5), message -> { });
    }

    @AfterEach
    void stop() {
        released.countDown();
        http.stop(0);
        threads.shutdownNow();
    }

    private CompletableFuture<ObjectNode> send(String id) {
        return wire.ask(Transport.request(id, "tools/call", null), Map.of(), told -> { });
    }

    @Test
    void aCancelledRequestEndsNoOther() {
        CompletableFuture<ObjectNode> cancelled = send("1");
        CompletableFuture<ObjectNode> other = send("2");
        await().until(() -> arrived.get() == 2);
        cancelled.cancel(false);
        assertThat(other).isNotDone();
    }

    @Test
    void aClosedConnectionHasNoOpenRequest() {
        CompletableFuture<ObjectNode> open = send("1");
        await().until(() -> arrived.get() == 1);
        wire.close();
        assertThat(open).isCompletedExceptionally();
        assertThatThrownBy(() -> send("2").get(60, TimeUnit.SECONDS)).hasMessageContaining("closed");
    }

    /** Some servers send the answer as an event, and then leave the stream open. */
    @Test
    void streamThatIsLeftOpenAfterItsAnswerIsClosed() {
        CountDownLatch closed = new CountDownLatch(1);
        http.removeContext("/mcp");
        http.createContext("/mcp", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            String answer = "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}";
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(("data: " + answer + "\n\n").getBytes(StandardCharsets.UTF_8));
                do {
                    out.write(": still open\n\n".getBytes(StandardCharsets.UTF_8));
                    out.flush();
                } while (!released.await(10, TimeUnit.MILLISECONDS));
            } catch (IOException left) {
                closed.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        assertThat(send("1").join().get("error")).isNull();

        await().until(() -> closed.getCount() == 0);
    }

    @Test
    void silentServerTimesOut() {
        ModernSession session = new ModernSession(wire, McpClient.object("{}"), Duration.ofMillis(500), (message, call) -> { });
        assertThatThrownBy(() -> session.open().join()).hasCauseInstanceOf(TimeoutException.class);
    }
}
