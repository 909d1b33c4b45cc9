package dev.caravan.call.client;

import static dev.caravan.call.client.LegacyClient.result;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Without the database, each gateway still converses with its own clients, and says what it cannot do. */
@Tag("nightly")
class ConversationsWithoutStoreTest extends SharedStoreTest {

    private static final Duration AT_ONCE = Duration.ofSeconds(2);

    @Test
    void withoutTheStoreOneGatewayConversesAndTheOtherRefuses() throws Exception {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient stream = legacy.call("asking");
        JsonNode question = question(stream);
        ServerHandle server = SharedServers.get(ServerKind.POSTGRESQL);
        server.stop();
        try {
            Answer late = legacy.at(OTHER).respond(question, said("lost"));
            assertThat(late.status()).isEqualTo(503);
            assertThat(late.error().get("message").asText()).doesNotContain("127.0.0.1");
            assertThat(legacy.at(OTHER).send("DELETE").status()).isEqualTo(503);
            assertThat(legacy.request("logging/setLevel", McpClient.object("{\"level\":\"error\"}")).error().get("code").asInt())
                    .isEqualTo(-32603);
            assertThat(legacy.respond(question, said("Ada")).status()).isEqualTo(202);
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("Ada");
            aGatewayThatKnowsNoSecretYetGivesNoSessions(legacy);
        } finally {
            server.start();
        }
        awaitDatabase();
        StreamClient again = legacy.call("asking");
        legacy.at(OTHER).respond(question(again), said("back"));
        assertThat(result(again).at("/structuredContent/data").asText()).isEqualTo("back");
    }

    private static void aGatewayThatKnowsNoSecretYetGivesNoSessions(LegacyClient legacy) {
        int port = FreePorts.pick();
        try (OwnGateway late = OwnGateway.withEntries().port(port).properties(STORE).start()) {
            McpClient client = new McpClient(port);
            Answer initialized = client.legacy(null, "initialize",
                    McpClient.object("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}"), "InitializeResult");
            assertThat(initialized.status()).isEqualTo(200);
            assertThat(initialized.headers()).doesNotContainKey("mcp-session-id");
            assertThat(legacy.at(port).request("ping", null).status()).isEqualTo(503);
            assertThat(legacy.at(port).send("DELETE").status()).isEqualTo(503);
            assertThat(client.modern("tools/list", null, McpClient.object("{}"), "ListToolsResult", "Mcp-Session-Id", legacy.session())
                    .status()).as("the modern era has no sessions").isEqualTo(200);
        }
    }

    @Test
    void withoutTheStoreLocalSubscribersStillHear() throws Exception {
        ServerHandle server = SharedServers.get(ServerKind.POSTGRESQL);
        try (StreamClient stream = StreamClient.listen(ONE, "/mcp", "{\"resourceSubscriptions\":[\"thing:///o\"]}")) {
            assertThat(stream.next()).contains("acknowledged");
            server.stop();
            try {
                Duration fastest = heardAfter(stream);
                for (int tries = 1; tries < 5 && fastest.compareTo(AT_ONCE) >= 0; tries++) { // a busy machine delays one
                    fastest = heardAfter(stream);
                }
                assertThat(fastest).as("nobody waits for the database").isLessThan(AT_ONCE);
            } finally {
                server.start();
            }
        }
        awaitDatabase();
    }

    private static Duration heardAfter(StreamClient stream) throws Exception {
        long begin = System.nanoTime();
        touch(ONE, "o");
        assertThat(stream.next()).contains("thing:///o");
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
