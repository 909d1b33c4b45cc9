package dev.caravan.conversation;

import static dev.caravan.McpClient.object;
import static dev.caravan.conversation.LegacyClient.message;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.EditableGatewayTest;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Two gateways on one database: whoever has subscribed to a resource hears that it has changed, wherever that was said. */
class SubscriptionsTest {

    private static final int MANY = 2_000;
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final int ONE = GatewayTest.freePort();
    private static final int OTHER = GatewayTest.freePort();

    private static ConfigurableApplicationContext one;
    private static ConfigurableApplicationContext other;

    @BeforeAll
    static void start() throws Exception {
        Path routes = EditableGatewayTest.entries();
        Files.writeString(routes.resolve("edited/things.camel.yaml"), """
                - route:
                    id: thing
                    from:
                      uri: ai-resource:thing
                      parameters:
                        uriTemplate: thing:///{id}
                      steps:
                        - setBody:
                            constant: content
                - route:
                    id: touch
                    from:
                      uri: ai-tool:touch
                      parameters:
                        parameter.id: string
                      steps:
                        - to: mcp:updated?uri=thing:///${header.id}
                """);
        Map<String, String> settings = new HashMap<>(SharedServers.get(ServerKind.POSTGRESQL).properties());
        settings.put("caravan.http.heartbeat", "2s");
        settings.put("caravan.http.max-streams", String.valueOf(MANY + 10));
        one = OwnGateway.start(ONE, routes, settings);
        other = OwnGateway.start(OTHER, routes, settings);
        await().atMost(60, SECONDS).until(() -> one.getBean(Notifications.class).isListening() && other.getBean(Notifications.class).isListening());
        await().atMost(60, SECONDS).until(() -> one.getBean(Store.class).<Boolean>run(jdbc ->
                jdbc.sql("select count(*) > 0 from information_schema.tables where table_name = 'mcp_session_resource'").query(Boolean.class).single()));
    }

    @AfterAll
    static void stop() {
        one.close();
        other.close();
    }

    @Test
    void aLegacyClientHearsOnTheStreamOfItsSessionWhereverThatIs() throws Exception {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", "{}");
        LegacyClient foreign = LegacyClient.open(ONE, "2025-11-25", "{}");
        foreign.request("resources/subscribe", object("{\"uri\":\"thing:///b\"}"));
        try (StreamClient stream = legacy.at(OTHER).listen(null); StreamClient others = foreign.at(OTHER).listen(null)) {
            assertThat(legacy.request("resources/subscribe", object("{\"uri\":\"thing:///a\"}")).result()).isEmpty();
            assertThat(legacy.request("resources/subscribe", object("{\"uri\":\"thing:///a\"}")).result()).as("again").isEmpty();

            touch(ONE, "a");

            assertThat(message(stream)).isEqualTo(object("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"thing:///a\"}}"));
            touch(OTHER, "a");
            assertThat(message(stream).at("/params/uri").asText()).isEqualTo("thing:///a");

            assertThat(legacy.at(OTHER).request("resources/unsubscribe", object("{\"uri\":\"thing:///a\"}")).result()).isEmpty();
            touch(ONE, "a");
            touch(ONE, "b");
            assertThat(message(others).at("/params/uri").asText()).isEqualTo("thing:///b");
            assertThat(stream.nextEvent(SHORT)).isNull();
        }
    }

    @Test
    void whatIsNotThereOrTooMuchCanNotBeSubscribedTo() {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", "{}");

        assertThat(legacy.request("resources/subscribe", object("{\"uri\":\"nothing:///a\"}")).error().get("code").asInt()).isEqualTo(-32002);
        assertThat(legacy.request("resources/subscribe", object("{}")).error().get("code").asInt()).isEqualTo(-32602);
        assertThat(legacy.request("resources/unsubscribe", object("{\"uri\":7}")).error().get("code").asInt()).isEqualTo(-32602);
        assertThat(legacy.at(OTHER).request("resources/subscribe", object("{\"uri\":\"thing:///0\"}")).result()).isEmpty();
        one.getBean(Store.class).run(jdbc -> jdbc.sql("insert into mcp_session_resource select session_id, uri || n, expires_at from mcp_session_resource, "
                + "generate_series(1, 999) n where uri = 'thing:///0'").update());
        assertThat(legacy.request("resources/subscribe", object("{\"uri\":\"thing:///x\"}")).error().get("message").asText()).contains("at most 1000");
    }

    @Test
    void aModernClientHearsToo() throws Exception {
        ObjectNode params = object("{\"notifications\":{\"resourceSubscriptions\":[\"thing:///m\",\"nothing:///m\"]},"
                + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}");
        try (StreamClient stream = StreamClient.post(OTHER, "/mcp", McpClient.request("subscriptions/listen", params).toString(),
                "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "subscriptions/listen")) {
            assertThat(stream.next()).contains("\"resourceSubscriptions\":[\"thing:///m\"]");

            touch(ONE, "m");

            assertThat(stream.next()).contains("notifications/resources/updated", "thing:///m");
            touch(ONE, "n");
            assertThat(stream.next(SHORT)).isNull();
        }
    }

    @Test
    void twoThousandIdleStreamsCostNoThreadsAndAllHear() throws Exception {
        ObjectNode params = object("{\"notifications\":{\"resourceSubscriptions\":[\"thing:///many\"]},"
                + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}");
        List<StreamClient> streams = new ArrayList<>();
        try {
            int before = ManagementFactory.getThreadMXBean().getThreadCount();
            for (int i = 0; i < MANY; i++) {
                StreamClient stream = StreamClient.post(OTHER, "/mcp", McpClient.request("subscriptions/listen", params).toString(),
                        "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "subscriptions/listen");
                streams.add(stream);
                assertThat(stream.next()).contains("acknowledged");
            }
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThan(before + 50);

            int status = 200;
            for (int more = 0; more < 20 && status == 200; more++) {
                try (StreamClient refused = StreamClient.post(OTHER, "/mcp", McpClient.request("subscriptions/listen", params).toString(),
                        "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "subscriptions/listen")) {
                    status = refused.status();
                }
            }
            assertThat(status).as("there are as many as may be").isEqualTo(503);
            touch(ONE, "many");

            for (StreamClient stream : streams) {
                assertThat(stream.next()).contains("thing:///many");
            }
        } finally {
            for (StreamClient stream : streams) {
                stream.close();
            }
        }
        await().atMost(60, SECONDS).until(() -> other.getBean(MeterRegistry.class).get("caravan.http.streams").gauge().value() < 10);
    }

    @Test
    void aGatewayThatStopsSaysSoBeforeItEndsAStream() throws Exception {
        int port = GatewayTest.freePort();
        ObjectNode params = object("{\"notifications\":{},\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}");
        try (ConfigurableApplicationContext brief = OwnGateway.start(port, EditableGatewayTest.entries(), SharedServers.get(ServerKind.POSTGRESQL).properties());
                StreamClient stream = StreamClient.post(port, "/mcp", McpClient.request("subscriptions/listen", params).toString(),
                "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "subscriptions/listen")) {
            assertThat(stream.next()).contains("acknowledged");

            brief.close();

            assertThat(object(stream.next())).isEqualTo(object("""
                    {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1}}}"""));
            assertThat(stream.next()).isEqualTo(StreamClient.END);
        }
    }

    @Test
    void withoutTheDatabaseWhoIsHereHearsStill() throws Exception {
        ObjectNode params = object("{\"notifications\":{\"resourceSubscriptions\":[\"thing:///o\"]},"
                + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}");
        ServerHandle server = SharedServers.get(ServerKind.POSTGRESQL);
        try (StreamClient stream = StreamClient.post(ONE, "/mcp", McpClient.request("subscriptions/listen", params).toString(),
                "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "subscriptions/listen")) {
            assertThat(stream.next()).contains("acknowledged");
            server.stop();
            try {
                long begin = System.nanoTime();
                touch(ONE, "o");
                assertThat(stream.next()).contains("thing:///o");
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).as("nobody waits for the database").isLessThan(Duration.ofSeconds(2));
            } finally {
                server.start();
            }
        }
        await().atMost(60, SECONDS).until(() -> one.getBean(Notifications.class).isListening() && other.getBean(Notifications.class).isListening());
    }

    private static void touch(int port, String id) {
        assertThat(new McpClient(port).call("touch", object("{\"id\":\"" + id + "\"}")).result().get("isError").asBoolean()).isFalse();
    }
}
