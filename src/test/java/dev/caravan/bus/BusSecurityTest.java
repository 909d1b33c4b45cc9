package dev.caravan.bus;

import static dev.caravan.McpClient.object;
import static dev.caravan.bus.BusMessages.said;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.security.AuthorizationServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who sends a message is known by the same rules as over HTTP, from its properties. */
@Tag("nightly")
class BusSecurityTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}";
    private static final String LOOK = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":\"look\","
            + "\"arguments\":{\"word\":\"s\"}}}";
    /** SHA-256 of "test". */
    private static final String TEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    private final String jms = SharedServers.get(ServerKind.ARTEMIS).address();
    private final String kafka = SharedServers.get(ServerKind.KAFKA).address();
    private final String name = "security-" + System.nanoTime();

    private BusGateway gateway(String... more) {
        List<String> settings = new java.util.ArrayList<>(List.of("bus.jms.enabled=true", "bus.jms.broker-url=" + jms,
                "bus.jms.queue=" + name,
                "bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + kafka, "bus.kafka.topic=" + name, "bus.kafka.group-id=" + name));
        settings.addAll(List.of(more));
        return new BusGateway(BusGateway.counts(), settings);
    }

    private List<BusClient> clients() {
        return List.of(new JmsClient(jms, name), new KafkaClient(kafka, name));
    }

    @Test
    void keyIdentifiesTheSenderAndItsRights() {
        try (BusGateway gateway = gateway("security.mode=api-key", "security.keys[0].name=reports", "security.keys[0].sha256=" + TEST,
                "security.keys[0].scopes=tools:call")) {
            for (BusClient client : clients()) {
                try (client) {
                    assertThat(said(client.call("look", "{\"word\":\"k\"}", "X-API-Key", "test", "X-User-Id", "boss")))
                            .isEqualTo("look k for reports");
                    assertThat(said(client.call("look", "{\"word\":\"k\"}", "Authorization", "Bearer test")))
                            .isEqualTo("look k for reports");
                    refused(client.request(PING), "Credentials are required");
                    refused(client.request(PING, "X-API-Key", "wrong"), "The key is not valid");
                    refused(client.request(PING.replace("ping", "tools/list"), "X-API-Key", "test"),
                            "The request requires the scope tools:read");
                    refused(client.request(PING, "X-MCP-Instance", "some-key"), "Credentials are required");
                }
            }
            assertThat(gateway.runs("look", "boss")).isZero();
        }
    }

    @Test
    void accessTokenIdentifiesTheSenderAndItsRights() {
        try (AuthorizationServer issuer = new AuthorizationServer();
                BusGateway gateway = gateway("security.mode=oauth2", "security.oauth2.issuer=" + issuer.issuer())) {
            String mine = "http://127.0.0.1:" + gateway.port() + "/mcp";
            for (BusClient client : clients()) {
                try (client) {
                    assertThat(said(client.call("look", "{\"word\":\"o\"}", "Authorization",
                            "Bearer " + issuer.token("alice", mine, "tools:call"), "X-User-Id", "boss")))
                            .isEqualTo("look o for alice");
                    refused(client.request(PING), "Credentials are required");
                    refused(client.request(PING.replace("ping", "tools/list"), "Authorization",
                            "Bearer " + issuer.token("bob", mine, "tools:call")), "The request requires the scope tools:read");
                    JsonNode foreign = client.request(PING, "Authorization",
                            "Bearer " + issuer.token("alice", "http://elsewhere.example/mcp", "tools:call"));
                    assertThat(foreign.at("/error/code").asInt()).as(foreign.toString()).isEqualTo(-32600);
                    assertThat(client.request(PING, "Authorization", "Bearer nonsense").at("/error/code").asInt()).isEqualTo(-32600);
                }
            }
            assertThat(gateway.runs("look", "o")).isEqualTo(2);
        }
    }

    @Tag("nightly")
    @Test
    void busAndHttpShareTheRateLimitOfACallerAndTheBusWaits() {
        try (BusGateway gateway = gateway("security.rate-limit.calls=1", "security.rate-limit.per=10s", "security.rate-limit.burst=2")) {
            for (BusClient client : clients()) {
                try (client) {
                    String user = client.getClass().getSimpleName();
                    assertThat(client.request(PING, "X-User-Id", user).has("result")).isTrue();
                    assertThat(gateway.http().post(PING, "X-User-Id", user).status()).isEqualTo(200);
                    assertThat(gateway.http().post(PING, "X-User-Id", user).status()).isEqualTo(429);
                    assertThat(client.request(PING, "X-User-Id", user).has("result")).isTrue();
                    assertThat(client.request(PING, "X-User-Id", user + "2").has("result")).isTrue();
                }
            }
        }
    }

    @Test
    void messageOverTheConcurrencyLimitOfItsCallerWaits() throws Exception {
        try (BusGateway gateway = gateway("tools.max-in-flight-per-caller=1", "security.mode=api-key", "security.keys[0].name=reports",
                "security.keys[0].sha256=" + TEST,
                "security.keys[0].scopes=tools:call")) {
            for (BusClient client : clients()) {
                try (client) {
                    String word = client.getClass().getSimpleName();
                    gateway.hold();
                    CompletableFuture<?> held = CompletableFuture.supplyAsync(
                            () -> gateway.http().call("look_very_slowly", object("{}").put("word", word), "X-API-Key", "test"));
                    await().atMost(60, SECONDS).until(() -> gateway.runs("look_very_slowly", word) == 1);
                    CompletableFuture<JsonNode> waiting = CompletableFuture.supplyAsync(() -> client.request(LOOK, "X-API-Key", "test"));
                    await().during(2, SECONDS).until(() -> !waiting.isDone());
                    gateway.release();
                    assertThat(waiting.join().has("result")).isTrue();
                    held.join();
                }
            }
        }
    }

    @Test
    void propertyNamesTheInstance() {
        try (BusGateway gateway = gateway()) {
            for (BusClient client : clients()) {
                try (client) {
                    JsonNode answer = client.request(PING.replace("ping", "tools/list"), "X-MCP-Instance", "no-such-key");
                    assertThat(answer).isEqualTo(dev.caravan.McpClient.ofInstance(gateway.port(), "no-such-key")
                            .post(PING.replace("ping", "tools/list")).json());
                    assertThat(answer.has("error")).isTrue();
                }
            }
        }
    }

    private static void refused(JsonNode answer, String message) {
        assertThat(answer.at("/error/message").asText()).isEqualTo(message);
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32600);
        assertThat(answer.get("id").asInt()).isEqualTo(9);
    }
}
