package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.caravan.McpClient;
import dev.caravan.source.oauth.RequestAuthorization;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** What the settings and a server give to requests is not taken as it comes. */
class HttpExchangesTest {

    static HttpExchanges exchanges(int port, Map<String, String> headers, RequestAuthorization authorization) {
        return new HttpExchanges(HttpClient.newHttpClient(),
                new UpstreamProperties.Server(null, List.of(), List.of(), null, "http://127.0.0.1:" + port + "/mcp", headers,
                        Duration.ofSeconds(2), Duration.ofSeconds(5), DataSize.ofKilobytes(100), UpstreamProperties.Reconnect.EAGER,
                        Duration.ZERO, null, List.of(), null,
                UpstreamProperties.Sessions.SHARED), authorization);
    }

    private static void refused(HttpExchanges exchanges) {
        assertThatThrownBy(() -> exchanges.send("POST", Map.of(), "{}", event -> { }).block()).isInstanceOf(IllegalStateException.class)
                .hasMessage("the header Authorization has a name or a value that HTTP does not allow")
                .satisfies(failure -> assertThat(failure.getCause()).isNull());
    }

    @Test
    void aSecretWithALineEndIsNotInTheError() {
        assertThatThrownBy(() -> exchanges(1, Map.of("Authorization", "Bearer secret\n"), null)).hasMessageContaining("Authorization")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aTokenWithALineEndIsNotInTheError() {
        refused(exchanges(1, Map.of(), new RequestAuthorization() {

            @Override
            public String token() {
                return "secret\n";
            }

            @Override
            public boolean renew(String used, int status, List<String> challenges) {
                return false;
            }
        }));
    }

    @Test
    void retryAfterZeroStillPauses() throws IOException {
        AtomicInteger streams = new AtomicInteger();
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/mcp", exchange -> {
            if (exchange.getRequestMethod().equals("POST")) {
                exchange.sendResponseHeaders(202, -1);
                exchange.close();
            } else {
                streams.incrementAndGet();
                WebReplies.send(exchange, 200, "text/event-stream", "id: 1\nretry: 0\n\n");
                exchange.close();
            }
        });
        http.start();
        HttpTransport transport = new HttpTransport("web", exchanges(http.getAddress().getPort(), Map.of(), null), McpClient.JSON,
                Duration.ofSeconds(5), message -> { });
        try {
            long begin = System.nanoTime();
            transport.tell(Transport.notification("notifications/initialized", null)).join();
            org.awaitility.Awaitility.await().until(() -> streams.get() >= 10);
            long millis = Duration.ofNanos(System.nanoTime() - begin).toMillis();
            assertThat(streams.get()).as("streams in %d ms", millis).isLessThanOrEqualTo((int) (2 + millis / 100));
        } finally {
            transport.close();
            http.stop(0);
        }
    }
}
