package dev.caravan.mcp.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.EditableGatewayTest;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that takes its answer slowly keeps nothing but its connection. */
class SlowReaderTest extends EditableGatewayTest {

    @Test
    void anAnswerThatIsReadSlowlyHoldsNoThreadAndComesWhole(@TempDir Path folder) throws Exception {
        String text = "x".repeat(10_000_000);
        Path file = Files.writeString(folder.resolve("text"), text);
        save("large", """
                - route:
                    id: large
                    from:
                      uri: ai-resource:large
                      parameters: {resourceUri: "large:///all", description: A large text., mimeType: text/plain}
                      steps:
                        - setBody: {constant: "resource:file:%s"}
                """.formatted(file));
        await().atMost(20, SECONDS).until(() -> !list("resources").isEmpty());
        String read = McpClient.request("resources/read", McpClient.object("{\"uri\":\"large:///all\"}")).toString();
        List<StreamClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                clients.add(StreamClient.slow(port(), read));
            }
            for (StreamClient client : clients) {
                client.readHead();
                assertThat(client.status()).isEqualTo(200);
            }
            await("threads that are at a request").atMost(20, SECONDS).until(() -> Thread.getAllStackTraces().values().stream()
                    .noneMatch(stack -> Stream.of(stack).anyMatch(frame -> frame.getClassName().equals("dev.caravan.http.GuardedConsumer"))));
            for (StreamClient client : clients) {
                assertThat(McpClient.JSON.readTree(client.body()).at("/result/contents/0/text").asText()).isEqualTo(text);
            }
        } finally {
            for (StreamClient client : clients) {
                client.close();
            }
        }
    }
}
