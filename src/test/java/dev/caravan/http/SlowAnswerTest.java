package dev.caravan.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that takes a little of its answer now and then is left: meanwhile the whole answer is in memory. */
@Tag("full")
class SlowAnswerTest {

    private static final String READ = McpClient.request("resources/read", McpClient.object("{\"uri\":\"large:///all\"}")).toString();

    @Test
    void clientThatReadsTooSlowlyIsDisconnected() throws Exception {
        Path file = TemporaryFolder.make("caravan-slow").resolve("text");
        Files.writeString(file, "x".repeat(20_000_000));
        try (OwnGateway gateway = OwnGateway.withEntries().settings("http.patience=1s", "http.min-rate=10MB").file("large", """
                - route:
                    id: large
                    from:
                      uri: ai-resource:large
                      parameters: {resourceUri: "large:///all", description: A large text., mimeType: text/plain, timeout: 60s}
                      steps:
                        - setBody: {constant: "resource:file:%s"}
                """.formatted(file)).start(); Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4_096);
            socket.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
            socket.getOutputStream().write(
                    ("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: "
                            + "application/json\r\nContent-Length: "
                    + READ.length() + "\r\n\r\n" + READ).getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().readNBytes(12)).asString(StandardCharsets.US_ASCII).isEqualTo("HTTP/1.1 200");

            // at this pace all of it would take 50 s
            await("it is left").pollInterval(50, MILLISECONDS).ignoreExceptionsInstanceOf(SocketException.class)
                    .until(() -> gateway.bean(GracefulDrain.class).inside() == 0 || socket.getInputStream().readNBytes(20_000).length == 0);
        }
    }
}
