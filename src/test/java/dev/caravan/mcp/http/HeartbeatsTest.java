package dev.caravan.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.StreamClient;
import dev.caravan.embedded.FreePorts;
import io.undertow.Undertow;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xnio.XnioIoThread;

/** Heartbeats of an event stream that come at once, as after a pause of the whole gateway. */
class HeartbeatsTest {

    private final int port = FreePorts.pick();
    private final CompletableFuture<EventStream> opened = new CompletableFuture<>();
    private final CompletableFuture<XnioIoThread> thread = new CompletableFuture<>();
    private final AtomicBoolean gone = new AtomicBoolean();
    private Undertow server;

    @BeforeEach
    void start() {
        server = Undertow.builder().addHttpListener(port, "127.0.0.1").setHandler(exchange -> exchange.dispatch(() -> {
            EventStream stream = new EventStream(exchange, ended -> gone.set(true));
            stream.start();
            thread.complete(exchange.getIoThread());
            opened.complete(stream);
        })).build();
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void burstOfHeartbeatsDisconnectsNoReadingClient() throws Exception {
        try (StreamClient client = StreamClient.open(port, "/")) {
            EventStream stream = opened.get(20, TimeUnit.SECONDS);
            thread.get().execute(() -> {
                for (int i = 0; i < 10; i++) {
                    stream.keepAlive();
                }
            });
            stream.send(ServerSentEvent.ofText("event: message\ndata: after\n\n"));

            assertThat(client.next()).isEqualTo("after");
            assertThat(gone).isFalse();
        }
        await().untilTrue(gone);
    }
}
