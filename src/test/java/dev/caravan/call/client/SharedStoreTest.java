package dev.caravan.call.client;

import static dev.caravan.McpClient.object;
import static dev.caravan.call.client.LegacyClient.message;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;

/** Two gateways on one database, with a tool that asks and a resource that changes. They start once and end with the JVM. */
abstract class SharedStoreTest {

    static final int MAX_STREAMS = 2_010;
    static final int ONE = FreePorts.pick();
    static final int OTHER = FreePorts.pick();

    /** As they are while the server is up. */
    static final Map<String, String> STORE = new TreeMap<>();

    static OwnGateway one;
    static OwnGateway other;

    private static final String ROUTES = """
            - route:
                id: asking
                from:
                  uri: ai-tool:asking
                  parameters:
                    description: asks
                    timeout: 60s
                  steps:
                    - to: mcp:log?message=asking
                    - to: mcp:sample?message=Say
                    - setBody:
                        simple: ${body[content][text]}
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
            """;

    private static GatewayPair pair;

    @BeforeAll
    static void start() {
        if (pair == null) {
            SharedServers.get(ServerKind.POSTGRESQL).properties().forEach((name, value) -> {
                if (name.startsWith("caravan.store.")) {
                    STORE.put(name, value);
                }
            });
            // while the database is away, each use of it fails after this time
            STORE.put("caravan.store.connect-timeout", "1s");
            pair = GatewayPair.start(ROUTES, builder -> settings(builder).port(ONE), builder -> settings(builder).port(OTHER));
            one = pair.one;
            other = pair.other;
        }
        awaitDatabase();
        await("after a test in which the database was away").atMost(60, SECONDS).ignoreExceptionsInstanceOf(StoreException.class)
                .until(() -> one.bean(Store.class).<Boolean>run(jdbc ->
                jdbc.sql("select count(*) = 2 from information_schema.tables where table_name in ('gateway_mail', 'key_value')")
                        .query(Boolean.class).single()));
    }

    private static OwnGateway.Builder settings(OwnGateway.Builder builder) {
        return builder.properties(STORE).settings("http.heartbeat=1s", "http.max-streams=" + MAX_STREAMS, "http.max-streams-per-caller=0",
                "http.max-connections-per-address=0", "conversation.resume=5s");
    }

    /** Waits until both gateways hear of changes in their database. */
    static void awaitDatabase() {
        await().atMost(60, SECONDS)
                .until(() -> one.bean(Notifications.class).isListening() && other.bean(Notifications.class).isListening());
    }

    static String said(String text) {
        return "{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"" + text + "\"}}";
    }

    static JsonNode question(StreamClient stream) {
        JsonNode next = message(stream);
        return next.get("method").asText().equals("sampling/createMessage") ? next : question(stream);
    }

    static void touch(int port, String id) {
        assertThat(new McpClient(port).call("touch", object("{\"id\":\"" + id + "\"}")).result().get("isError").asBoolean()).isFalse();
    }
}
