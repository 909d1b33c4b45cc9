package dev.caravan.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.Caravan;
import dev.caravan.EditableGatewayTest;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Clients that stop in the middle of their requests or answers are left, and nothing of them stays: with two worker threads others are answered. */
class StalledClientTest {

    private static final int PORT = GatewayTest.freePort();
    private static final String TEXT = "x".repeat(20_000_000);
    private static final String PING = McpClient.request("ping", null).toString();
    private static final String READ = McpClient.request("resources/read", McpClient.object("{\"uri\":\"large:///all\"}")).toString();

    @TempDir
    private static Path folder;
    private static ConfigurableApplicationContext gateway;

    private final McpClient client = new McpClient(PORT);

    @BeforeAll
    static void start() throws Exception {
        Path routes = EditableGatewayTest.entries();
        Path file = Files.writeString(folder.resolve("text"), TEXT);
        Files.writeString(routes.resolve("edited/large.camel.yaml"), """
                - route:
                    id: large
                    from:
                      uri: ai-resource:large
                      parameters: {resourceUri: "large:///all", description: A large text., mimeType: text/plain}
                      steps:
                        - setBody: {constant: "resource:file:%s"}
                """.formatted(file));
        gateway = SpringApplication.run(Caravan.class, "--caravan.http.port=" + PORT, "--server.port=0", "--caravan.routes.directory=" + routes,
                "--caravan.http.worker-threads=2", "--caravan.http.patience=3s", "--caravan.http.heartbeat=200ms");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @AfterEach
    void nothingStays() {
        await().atMost(20, SECONDS).until(() -> gateway.getBean(Entrance.class).inside() == 0);
    }

    @Test
    void whoeverStopsInItsRequestIsLeft() throws Exception {
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
    void whoeverSendsSlowlyIsAnswered() throws Exception {
        try (Socket socket = post(PING, 0)) {
            for (byte one : PING.getBytes(StandardCharsets.UTF_8)) {
                MILLISECONDS.sleep(5_000 / PING.length());
                socket.getOutputStream().write(one);
            }
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).startsWith("HTTP/1.1 200 ").contains("\"result\":{}");
        }
    }

    @Test
    void whoeverTakesNothingOfItsAnswerIsLeft() throws Exception {
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
    void whoeverTakesItsAnswerSlowlyHoldsNoThreadAndGetsAllOfIt() throws Exception {
        try (Socket socket = post(READ, READ.length())) {
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            answer.writeBytes(socket.getInputStream().readNBytes(12));
            await("threads that are at a request").atMost(20, SECONDS).until(() -> Thread.getAllStackTraces().values().stream()
                    .noneMatch(stack -> Stream.of(stack).anyMatch(frame -> frame.getClassName().equals(GuardedConsumer.class.getName()))));
            for (byte[] more = socket.getInputStream().readNBytes(4_000_000); more.length > 0; more = socket.getInputStream().readNBytes(4_000_000)) {
                answer.writeBytes(more);
                MILLISECONDS.sleep(800);
            }
            String text = answer.toString(StandardCharsets.UTF_8);
            assertThat(text).startsWith("HTTP/1.1 200 ");
            assertThat(McpClient.JSON.readTree(text.substring(text.indexOf("\r\n\r\n"))).at("/result/contents/0/text").asText()).isEqualTo(TEXT);
        }
    }

    @Test
    void whoeverLeavesItsEventStreamIsNotWaitedFor() throws Exception {
        try (StreamClient stream = StreamClient.open(PORT, "/mcp"); StreamClient deaf = StreamClient.deaf(PORT)) {
            assertThat(stream.status()).isEqualTo(200);
            await().atMost(20, SECONDS).until(() -> gateway.getBean(Entrance.class).inside() == 2);
        }
    }

    /** Sends a request but for the rest of its body. */
    private static Socket post(String body, int sent) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress("127.0.0.1", PORT));
        socket.getOutputStream().write(("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
                + "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body.substring(0, sent)).getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    private static void close(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
