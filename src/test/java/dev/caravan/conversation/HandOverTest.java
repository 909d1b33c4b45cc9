package dev.caravan.conversation;

import static dev.caravan.conversation.LegacyClient.message;
import static dev.caravan.conversation.LegacyClient.next;
import static dev.caravan.conversation.LegacyClient.result;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.EditableGatewayTest;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Two gateways on one database, and clients that are led to either: what one asked is answered at the other. */
class HandOverTest {

    private static final int ONE = GatewayTest.freePort();
    private static final int OTHER = GatewayTest.freePort();

    /** As they are while the server is up. */
    private static final Map<String, String> STORE = new TreeMap<>();

    private static ConfigurableApplicationContext one;
    private static ConfigurableApplicationContext other;

    @BeforeAll
    static void start() throws Exception {
        STORE.putAll(SharedServers.get(ServerKind.POSTGRESQL).properties());
        Path routes = EditableGatewayTest.entries();
        Files.writeString(routes.resolve("edited/asking.camel.yaml"), """
                - route:
                    id: asking
                    from:
                      uri: ai-tool:asking
                      parameters:
                        description: asks
                        timeout: 20s
                      steps:
                        - to: mcp:log?message=asking
                        - to: mcp:sample?message=Say
                        - setBody:
                            simple: ${body[content][text]}
                """);
        Map<String, String> settings = new HashMap<>(STORE);
        settings.put("caravan.http.heartbeat", "200ms");
        settings.put("caravan.conversation.resume", "5s");
        one = OwnGateway.start(ONE, routes, settings);
        other = OwnGateway.start(OTHER, routes, settings);
        await().atMost(60, SECONDS).until(() -> one.getBean(Notifications.class).isListening() && other.getBean(Notifications.class).isListening());
        await().atMost(60, SECONDS).until(() -> one.getBean(Store.class).<Boolean>run(jdbc ->
                jdbc.sql("select count(*) > 0 from information_schema.tables where table_name = 'gateway_mail'").query(Boolean.class).single()));
    }

    @AfterAll
    static void stop() {
        one.close();
        other.close();
    }

    private static String said(String text) {
        return "{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"" + text + "\"}}";
    }

    private static JsonNode question(StreamClient stream) {
        JsonNode next = message(stream);
        return next.get("method").asText().equals("sampling/createMessage") ? next : question(stream);
    }

    @Test
    void anAnswerComesToWhoeverAsked() {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        for (int length : new int[] {1, 6_900, 7_100, 100_000}) {
            String text = "é".repeat(length / 2) + "x";
            StreamClient stream = legacy.at(OTHER).call("asking");
            JsonNode question = question(stream);

            assertThat(legacy.respond(question, said(text)).status()).isEqualTo(202);

            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo(text);
        }
        assertThat(one.getBean(Store.class).<Long>run(jdbc -> jdbc.sql("select count(*) from gateway_mail").query(Long.class).single())).isZero();
    }

    @Test
    void anAnswerFromAnotherSessionGoesNowhereThereEither() throws Exception {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient stream = legacy.call("asking");
        JsonNode question = question(stream);

        assertThat(LegacyClient.open(OTHER, "2025-11-25", LegacyClient.ALL).respond(question, said("Eve")).status()).isEqualTo(202);
        assertThat(stream.nextEvent(Duration.ofMillis(300))).isNull();
        legacy.at(OTHER).respond(question, said("Ada"));

        assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("Ada");
    }

    @Test
    void aCallIsCancelledWhereverThatIsSaid() {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient stream = legacy.call("asking");
        question(stream);

        legacy.at(OTHER).notify("notifications/cancelled", McpClient.object("{\"requestId\":7}"));

        assertThat(LegacyClient.event(stream).data()).isEqualTo(StreamClient.END);
    }

    @Test
    void aLevelAndAnEndHoldEverywhere() {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient loud = legacy.at(OTHER).call("asking");
        next(loud, "notifications/message");

        legacy.request("logging/setLevel", McpClient.object("{\"level\":\"error\"}"));
        StreamClient quiet = legacy.at(OTHER).call("asking");
        next(quiet, "sampling/createMessage");

        assertThat(legacy.at(OTHER).send("DELETE").status()).isEqualTo(204);
        await().atMost(5, SECONDS).until(() -> legacy.request("ping", null).status() == 404);
        assertThat(legacy.at(OTHER).request("ping", null).status()).isEqualTo(404);
    }

    @Test
    void aClientComesBackToItsStreamsAtTheOther() throws Exception {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient broken = legacy.call("asking");
        StreamClient.Event mark = LegacyClient.event(broken);
        broken.close();

        try (StreamClient again = legacy.at(OTHER).listen(mark.id())) {
            JsonNode question = question(again);
            legacy.at(OTHER).respond(question, said("x".repeat(20_000)));
            assertThat(result(again).at("/structuredContent/data").asText()).hasSize(20_000);
            assertThat(LegacyClient.event(again).data()).isEqualTo(StreamClient.END);
        }
        try (StreamClient third = legacy.at(OTHER).listen(mark.id())) {
            question(third);
            third.close();
        }
        try (StreamClient home = legacy.listen(mark.id())) {
            question(home);
            assertThat(result(home).at("/structuredContent/data").asText()).hasSize(20_000);
        }
    }

    @Test
    void nobodyElseComesBackToThemThere() throws Exception {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", LegacyClient.ALL);
        StreamClient stream = legacy.call("asking");
        StreamClient.Event mark = LegacyClient.event(stream);
        question(stream);

        for (String id : new String[] {mark.id(), mark.id().replaceFirst("^.{32}", "0".repeat(32))}) {
            try (StreamClient eve = LegacyClient.open(OTHER, "2025-11-25", LegacyClient.ALL).at(OTHER).listen(id)) {
                StreamClient.Event own = LegacyClient.event(eve);
                assertThat(own.data()).as("begun anew").isEmpty();
                assertThat(own.id()).isNotEqualTo(mark.id());
                assertThat(eve.nextEvent(Duration.ofMillis(300))).isNull();
            }
        }
        legacy.notify("notifications/cancelled", McpClient.object("{\"requestId\":7}"));
    }

    @Test
    void aModernClientGoesOnAtEither() {
        ObjectNode params = McpClient.object("{\"name\":\"asking\",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"sampling\":{}}}}");
        JsonNode asked = modern(ONE, params).result();
        assertThat(asked.get("resultType").asText()).isEqualTo("input_required");
        params.put("requestState", asked.get("requestState").asText()).putObject("inputResponses").set("sample-1", McpClient.object(said("Ada")));

        assertThat(modern(OTHER, params).result().at("/structuredContent/data").asText()).isEqualTo("Ada");
    }

    private static Answer modern(int port, ObjectNode params) {
        return new McpClient(port).post(McpClient.request("tools/call", params).toString(), "MCP-Protocol-Version", McpClient.MODERN,
                "Mcp-Method", "tools/call", "Mcp-Name", "asking");
    }

    @Test
    void withoutTheDatabaseOneGatewayStillConversesAndTheOtherSaysThatItCant() throws Exception {
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
            assertThat(legacy.request("logging/setLevel", McpClient.object("{\"level\":\"error\"}")).error().get("code").asInt()).isEqualTo(-32603);
            assertThat(legacy.respond(question, said("Ada")).status()).isEqualTo(202);
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("Ada");
            aGatewayThatKnowsNoSecretYetGivesNoSessions(legacy);
        } finally {
            server.start();
        }
        await().atMost(30, SECONDS).until(() -> one.getBean(Notifications.class).isListening() && other.getBean(Notifications.class).isListening());
        StreamClient again = legacy.call("asking");
        legacy.at(OTHER).respond(question(again), said("back"));
        assertThat(result(again).at("/structuredContent/data").asText()).isEqualTo("back");
    }

    private static void aGatewayThatKnowsNoSecretYetGivesNoSessions(LegacyClient legacy) {
        int port = GatewayTest.freePort();
        try (ConfigurableApplicationContext late = OwnGateway.start(port, EditableGatewayTest.entries(), STORE)) {
            McpClient client = new McpClient(port);
            Answer initialized = client.legacy(null, "initialize", McpClient.object("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}"), "InitializeResult");
            assertThat(initialized.status()).isEqualTo(200);
            assertThat(initialized.headers()).doesNotContainKey("mcp-session-id");
            assertThat(legacy.at(port).request("ping", null).status()).isEqualTo(503);
            assertThat(legacy.at(port).send("DELETE").status()).isEqualTo(503);
            assertThat(client.post(McpClient.request("tools/list", McpClient.object("{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.modelcontextprotocol/clientCapabilities\":{}}}")).toString(), "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "tools/list",
                    "Mcp-Session-Id", legacy.session()).status()).as("the modern era has no sessions").isEqualTo(200);
        }
    }
}
