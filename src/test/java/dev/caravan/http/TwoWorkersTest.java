package dev.caravan.http;

import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * A gateway with two worker threads and little patience, shared by the classes that extend it; after each test nothing of its clients may
 * stay.
 */
abstract class TwoWorkersTest {

    static final String PING = McpClient.request("ping", null).toString();

    static final String TEXT = "x".repeat(20_000_000);

    static final String READ = McpClient.request("resources/read", McpClient.object("{\"uri\":\"large:///all\"}")).toString();

    /** Ends with the JVM. */
    static OwnGateway gateway;

    McpClient client;

    @BeforeAll
    static void start() {
        if (gateway == null) {
            Path file = TemporaryFolder.make("caravan-text").resolve("text");
            OwnGateway.Builder builder = OwnGateway.withEntries()
                    .settings("http.worker-threads=2", "http.patience=2s", "http.min-rate=1B", "http.heartbeat=200ms").file("large", """
                    - route:
                        id: large
                        from:
                          uri: ai-resource:large
                          parameters: {resourceUri: "large:///all", description: A large text., mimeType: text/plain}
                          steps:
                            - setBody: {constant: "resource:file:%s"}
                    """.formatted(file));
            try {
                Files.writeString(file, TEXT);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            gateway = builder.start();
        }
    }

    @BeforeEach
    void connect() {
        client = gateway.client();
    }

    @AfterEach
    void nothingStays() {
        await().until(() -> gateway.bean(GracefulDrain.class).inside() == 0);
    }

    /** Sends a request but for the rest of its body. */
    static Socket post(String body, int sent) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
        socket.getOutputStream().write(
                ("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json, "
                        + "text/event-stream\r\n"
                        + "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body.substring(0, sent))
                        .getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    static void close(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
