package dev.caravan.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that sends one request after the other, and takes none of the refusals, is left. */
@Tag("full")
class UnreadRefusalsTest {

    private static final int ENOUGH = 1_000_000;

    private static OwnGateway gateway;

    @BeforeAll
    static void start() {
        gateway = OwnGateway.withEntries().shared().start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /nowhere HTTP/1.1\nHost: 127.0.0.1\n\n", "GET /mcp HTTP/1.1\nHost: evil.example\n\n"})
    void clientThatReadsNoRefusalIsDisconnected(String request) throws Exception {
        try (RawConnections connections = new RawConnections(gateway.port())) {
            Socket socket = connections.openNarrow();
            CompletableFuture<Void> flood = CompletableFuture.runAsync(() -> flood(socket, request.repeat(20)),
                    task -> new Thread(task).start());

            await("its connection is closed").atMost(180, SECONDS).until(flood::isDone);

            assertThatThrownBy(flood::join).isInstanceOf(CompletionException.class).hasCauseInstanceOf(IllegalStateException.class);
            await().until(() -> gateway.bean(GracefulDrain.class).inside() == 0);
        }
    }

    /** Ends when the connection does. */
    private static void flood(Socket socket, String requests) {
        try {
            for (int i = 0; i < ENOUGH; i++) {
                RawConnections.send(socket, requests);
            }
        } catch (IOException closed) {
            throw new IllegalStateException(closed);
        }
    }
}
