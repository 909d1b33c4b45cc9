package dev.caravan.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that stops in the middle of its request is left, and one that sends slowly is answered. */
@Tag("full")
class StalledRequestTest extends TwoWorkersTest {

    @Test
    void clientThatStopsSendingIsDisconnected() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                sockets.add(post(PING, 10));
            }
            assertThat(client.post(PING).status()).isEqualTo(200);
            for (Socket socket : sockets) {
                assertThat(socket.getInputStream().read()).as("the end").isEqualTo(-1);
            }
        } finally {
            close(sockets);
        }
    }

    @Test
    void slowSenderIsAnswered() throws Exception {
        try (Socket socket = post(PING, 0)) {
            for (byte one : PING.getBytes(StandardCharsets.UTF_8)) {
                MILLISECONDS.sleep(3_000 / PING.length());
                socket.getOutputStream().write(one);
            }
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).startsWith("HTTP/1.1 200 ")
                    .contains("\"result\":{}");
        }
    }
}
