package dev.caravan.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import java.io.ByteArrayOutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that stops in the middle of its answer is left, and one that reads slowly gets all of it and holds no thread. */
@Tag("full")
class StalledAnswerTest extends TwoWorkersTest {

    @Test
    void clientThatDoesNotReadIsDisconnected() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                sockets.add(post(READ, READ.length()));
                assertThat(sockets.get(i).getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 200");
            }
            assertThat(client.post(PING).status()).isEqualTo(200);
            nothingStays();
        } finally {
            close(sockets);
        }
    }

    @Test
    void slowReaderHoldsNoThreadAndGetsTheWholeAnswer() throws Exception {
        try (Socket socket = post(READ, READ.length())) {
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            answer.writeBytes(socket.getInputStream().readNBytes(12));
            await("threads that are at a request").until(() -> Thread.getAllStackTraces().values().stream()
                    .noneMatch(stack -> Stream.of(stack)
                            .anyMatch(frame -> frame.getClassName().equals(GuardedUndertowComponent.GuardedConsumer.class.getName()))));
            for (byte[] more = socket.getInputStream().readNBytes(4_000_000); more.length
                    > 0; more = socket.getInputStream().readNBytes(4_000_000)) {
                answer.writeBytes(more);
                MILLISECONDS.sleep(600);
            }
            String text = answer.toString(StandardCharsets.UTF_8);
            assertThat(text).startsWith("HTTP/1.1 200 ");
            assertThat(McpClient.JSON.readTree(text.substring(text.indexOf("\r\n\r\n"))).at("/result/contents/0/text").asText())
                    .isEqualTo(TEXT);
        }
    }

    @Test
    void gatewayDoesNotWaitForAClientThatLeftItsStream() throws Exception {
        try (StreamClient stream = StreamClient.open(gateway.port(), "/mcp"); StreamClient deaf = StreamClient.deaf(gateway.port())) {
            assertThat(stream.status()).isEqualTo(200);
            await().until(() -> gateway.bean(GracefulDrain.class).inside() == 2);
        }
    }
}
