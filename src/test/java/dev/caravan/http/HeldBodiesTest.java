package dev.caravan.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that announce a body and hold it back keep no worker: others are answered meanwhile. */
@Tag("full")
class HeldBodiesTest {

    private static final int WORKERS = 8;
    private static final String PING = McpClient.request("ping", null).toString();

    private static OwnGateway gateway;

    @BeforeAll
    static void start() {
        gateway = OwnGateway.withEntries().set("http.worker-threads", WORKERS).start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1", "HEAD / HTTP/1.1", "GET /mcp HTTP/1.1\nAccept: text/event-stream",
        "DELETE /mcp HTTP/1.1\nMcp-Session-Id: none",
        "POST /mcp HTTP/1.1\nContent-Type: application/json\nAccept: application/json", "POST /nowhere HTTP/1.1",
        "OPTIONS /mcp HTTP/1.1\nOrigin: http://localhost",
        "GET /.well-known/oauth-protected-resource HTTP/1.1\nTransfer-Encoding: chunked"})
    void heldBodiesDoNotBlockOtherCallers(String head) throws Exception {
        try (RawConnections connections = new RawConnections(gateway.port())) {
            String length = head.contains("chunked") ? "" : "Content-Length: 9999\n";
            for (int i = 0; i < 20 * WORKERS; i++) {
                connections.open(head + "\nHost: 127.0.0.1\n" + length + "\n{");
            }

            int status = CompletableFuture.supplyAsync(() -> gateway.client().post(PING).status()).get(60, SECONDS);

            assertThat(status).isEqualTo(200);
        }
    }

    @Test
    void unexpectedBodyIsRefusedAndTheConnectionClosed() throws Exception {
        try (RawConnections connections = new RawConnections(gateway.port())) {
            List<Socket> sockets = new ArrayList<>();
            for (String method : List.of("GET", "HEAD")) {
                sockets.add(connections.open(method + " / HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 9999\n\nx"));
            }
            for (Socket socket : sockets) {
                assertThat(RawConnections.status(socket)).isEqualTo(400);
                assertThat(RawConnections.isClosed(socket)).isTrue();
            }
        }
    }
}
