package dev.caravan.clients;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.EditableGatewayTest;
import io.micrometer.core.instrument.MeterRegistry;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The official clients hear of a live edit, and see it when they list. */
@Tag("full")
class ListeningClientsTest extends EditableGatewayTest {

    private final MeterRegistry meters = bean(MeterRegistry.class);

    @ParameterizedTest
    @ValueSource(strings = {"sdk1", "legacy", "auto"})
    void typeScriptClientsHearOfALiveEdit(String mode) throws Exception {
        Process node = NodeClient.start("listen.mjs", port(), mode);
        try (BufferedReader output = new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(output.readLine()).isEqualTo("listening");
            awaitStream();

            save("edited", tool("edited", "by hand", "x"));

            assertThat(output.readLine()).isEqualTo("{\"method\":\"notifications/tools/list_changed\",\"tools\":[\"by hand\"]}");
            node.getOutputStream().close();
            assertThat(node.waitFor(60, SECONDS)).isTrue();
        } finally {
            node.destroyForcibly();
        }
    }

    @Test
    void javaClientHearsOfALiveEdit() {
        Queue<List<String>> heard = new ConcurrentLinkedQueue<>();
        try (McpSyncClient java = McpClient.sync(HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + port()).endpoint("/mcp")
                .openConnectionOnStartup(true).build())
                .toolsChangeConsumer(tools -> heard.add(tools.stream().map(McpSchema.Tool::description).toList())).build()) {
            java.initialize();
            awaitStream();

            save("edited", tool("edited", "by hand", "x"));

            await().until(() -> heard.contains(List.of("by hand")));
        }
    }

    private void awaitStream() {
        await().pollInterval(20, MILLISECONDS).until(() -> meters.get("caravan.http.streams").gauge().value() > 0);
    }
}
