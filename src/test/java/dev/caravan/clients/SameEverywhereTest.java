package dev.caravan.clients;

import static dev.caravan.clients.CallScript.request;
import static dev.caravan.embedded.ServerKind.ARTEMIS;
import static dev.caravan.embedded.ServerKind.KAFKA;
import static dev.caravan.embedded.ServerKind.MEDICAL;
import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.ServerFiles;
import dev.caravan.TemporaryFolder;
import dev.caravan.bus.BusClient;
import dev.caravan.bus.JmsClient;
import dev.caravan.bus.KafkaClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.Patience;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.mcp.stdio.StdioGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * One script of calls, of every capability, over HTTP, JMS, Kafka and standard streams, on one set of databases: the results are the same.
 */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SameEverywhereTest {

    private static final int PORT = FreePorts.pick();
    private static final String INSTANCE = "X-MCP-Instance";

    private final Map<String, String> servers = new HashMap<>();
    private OwnGateway gateway;
    private String instance;

    @BeforeAll
    void start() throws IOException {
        for (ServerKind kind : List.of(MONGO, NEO4J, POSTGRESQL, MEDICAL)) {
            servers.putAll(Patience.with(SharedServers.get(kind)));
        }
        Path workspace = TemporaryFolder.make("caravan-everywhere");
        Files.writeString(workspace.resolve("Till.java"),
                "/** Takes money. */\nclass Till {\n    void pay(int amount) {\n        print(amount);\n    }\n\n    void print(int "
                        + "amount) {\n"
                + "        System.out.println(amount);\n    }\n}\n");
        servers.put("caravan.intelligence.workspaces.everywhere.root", workspace.toString());
        servers.put("caravan.intelligence.default-workspace", "everywhere");
        servers.put(ServerFiles.SETTING,
                ServerFiles.folder(Map.of("medical", "url: ${caravan.example.url}/mcp\ntimeout: 20s\n")).toString());
        servers.put("caravan.recall.public-url", "http://127.0.0.1:" + PORT);
        gateway = OwnGateway.withAllRoutes().port(PORT).properties(servers).servers(ARTEMIS, KAFKA)
                .set("bus.jms.queue", "everywhere").set("bus.kafka.topic", "everywhere").start();
        http().build();
        instance = bound();
    }

    @AfterAll
    void stop() {
        if (gateway != null) {
            gateway.close();
        }
    }

    private Setup http() {
        return new Setup(new RestClient(PORT, "local"), new McpClient(PORT));
    }

    private record Setup(RestClient rest, McpClient client) {

        void build() {
            await().atMost(Duration.ofMinutes(2)).ignoreExceptions()
                    .until(() -> index("build").at("/structuredContent/error").isMissingNode());
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> index("status").at("/structuredContent/workspaces/0/state").asText().equals("ready"));
        }

        private JsonNode index(String action) {
            String call = "{\"name\":\"ci_index_status\",\"arguments\":{\"action\":\"" + action + "\",\"workspace\":\"everywhere\"}}";
            return client.legacy("2025-11-25", "tools/call", McpClient.object(call), "CallToolResult").result();
        }
    }

    /** An instance with one tool, which queries a context. */
    private String bound() {
        RestClient rest = http().rest();
        await().atMost(Duration.ofMinutes(1)).until(() -> rest.get("/api/v1/tables").status() == 200);
        long table = rest
                .post("/api/v1/tables",
                        "{\"name\":\"everywhere\",\"data\":{\"people\":[{\"name\":\"Ada\",\"age\":36},{\"name\":\"Bob\",\"age\":7}]}}")
                .data().get("id").asLong();
        long tool = rest.post("/api/v1/tools", "{\"name\":\"adults\",\"type\":\"query_data\",\"table_id\":" + table
                + ",\"description\":\"Who is grown up\",\"json_path\":\"\"}").data().get("id").asLong();
        return rest.post("/api/v1/mcp/with_bindings", "{\"name\":\"everywhere\",\"bindings\":[{\"tool_id\":" + tool + "}]}").data()
                .get("api_key").asText();
    }

    @Test
    void scriptHasTheSameResultsOverEveryTransport() throws Exception {
        List<String> http = CallScript.run((tool, arguments, key) -> {
            McpClient client = key == null ? new McpClient(PORT) : McpClient.ofInstance(PORT, key);
            return client.post(request(tool, arguments)).json();
        }, instance);
        assertThat(http).hasSize(14).noneMatch(result -> result.contains("INTERNAL_ERROR"));
        assertThat(http.get(0)).contains("\"ok\":true");
        assertThat(http.get(1)).contains("The till was opened");
        assertThat(http.get(4)).contains("NOT_FOUND");
        assertThat(http.get(8)).contains("\"name\":\"Till\"").contains("RELATED_TO");
        assertThat(http.get(10)).contains("\"series\"");
        assertThat(http.get(11)).contains("[\"Ada\"]");
        assertThat(http.get(12)).contains("generate_disease_treatment_plan");
        assertThat(http.get(13)).contains("Till.java");

        try (BusClient jms = new JmsClient(SharedServers.get(ARTEMIS).address(), "everywhere")) {
            same("JMS", CallScript.run(over(jms), instance), http);
        }
        try (BusClient kafka = new KafkaClient(SharedServers.get(KAFKA).address(), "everywhere")) {
            same("Kafka", CallScript.run(over(kafka), instance), http);
        }
        List<String> settings = new ArrayList<>();
        servers.forEach((name, value) -> settings.add("--" + name + "=" + value));
        String[] own = settings.toArray(String[]::new);
        settings.add("--caravan.stdio.api-key=" + instance);
        try (StdioGateway whole = StdioGateway.start(Path.of("routes"), own);
                StdioGateway ofInstance = StdioGateway.start(Path.of("routes"), settings.toArray(String[]::new))) {
            same("stdio", CallScript.run(
                    (tool, arguments, key) -> (key == null ? whole : ofInstance).send(request(tool, arguments)).answer(1), instance), http);
        }
    }

    private static void same(String way, List<String> results, List<String> http) {
        for (int i = 0; i < http.size(); i++) {
            assertThat(results.get(i)).as(way).isEqualTo(http.get(i));
        }
        assertThat(results).hasSameSizeAs(http);
    }

    private static CallScript.Way over(BusClient bus) {
        return (tool, arguments, key) -> key == null ? bus.request(request(tool, arguments))
                : bus.request(request(tool, arguments), INSTANCE, key);
    }
}
