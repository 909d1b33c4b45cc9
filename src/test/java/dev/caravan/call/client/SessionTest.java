package dev.caravan.call.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.EditableGatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.StreamClient;
import org.junit.jupiter.api.Test;

/** A legacy client is served in its session, and a session that has ended or was forged is not there. */
class SessionTest extends EditableGatewayTest {

    @Test
    void endedSessionIsNotFound() throws Exception {
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", "{}");
        LegacyClient stays = LegacyClient.open(port(), "2025-11-25", "{}");

        try (StreamClient stream = legacy.listen(null)) {
            LegacyClient.event(stream);
            assertThat(legacy.send("DELETE").status()).isEqualTo(204);
            assertThat(LegacyClient.event(stream).data()).isEqualTo(StreamClient.END);
        }
        assertThat(legacy.request("tools/list", null).status()).isEqualTo(404);
        assertThat(legacy.notify("notifications/initialized", null).status()).isEqualTo(404);
        assertThat(legacy.send("DELETE").status()).isEqualTo(404);
        assertThat(legacy.listen(null).status()).isEqualTo(404);
        assertThat(legacy.request("initialize", McpClient.object("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}")).headers())
                .containsKey("mcp-session-id");
        assertThat(stays.request("ping", null).result()).isEmpty();
    }

    @Test
    void forgedSessionIsNotFound() {
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", "{}");
        String id = legacy.session();
        assertThat(id).matches("[!-~]+").hasSizeLessThan(400);

        for (String forged : new String[]{"x", "x.y", ".", id + "A", id.substring(1), "A" + id.substring(1),
            id.substring(0, id.indexOf('.')), id.replace('.', '_'),
            "x".repeat(5000)}) {
            Answer answer = legacy.as(forged).request("tools/list", null);
            assertThat(answer.status()).as(forged).isEqualTo(404);
            assertThat(answer.error().get("code").asInt()).isEqualTo(-32600);
            assertThat(legacy.as(forged).send("DELETE").status()).as(forged).isEqualTo(404);
            assertThat(legacy.as(forged).listen(null).status()).as(forged).isEqualTo(404);
        }
        assertThat(legacy.request("tools/list", null).status()).isEqualTo(200);
        assertThat(client.modern("tools/list", null, "ListToolsResult").status()).isEqualTo(200);
    }

    @Test
    void sessionTellsTheRevisionWithoutTheHeader() {
        String id = LegacyClient.open(port(), "2025-11-25", "{}").session();
        String batch = "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]";

        assertThat(client.post(batch, "Mcp-Session-Id", id).status()).as("no batches in 2025-11-25").isEqualTo(400);
        assertThat(client.post(batch, "Mcp-Session-Id", LegacyClient.open(port(), "2025-03-26", "{}").session()).status()).isEqualTo(200);
    }

    @Test
    void modernEraHasNoSessions() {
        Answer answer = client.modern("tools/list", null, McpClient.object("{}"), "ListToolsResult", "Mcp-Session-Id", "forged",
                "Last-Event-ID", "x");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).doesNotContainKey("mcp-session-id");
    }
}
