package dev.caravan.clients;

import static dev.caravan.embedded.ServerKind.ARTEMIS;
import static dev.caravan.embedded.ServerKind.KAFKA;
import static dev.caravan.embedded.ServerKind.MEDICAL;
import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.TemporaryFolder;
import dev.caravan.bus.BusClient;
import dev.caravan.bus.JmsClient;
import dev.caravan.bus.KafkaClient;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;

/** One script of calls, of every capability, over HTTP, JMS, Kafka and standard streams, on one set of databases: the results are the same. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SameEverywhereTest {

    private static final int PORT = GatewayTest.freePort();
    private static final String INSTANCE = "X-MCP-Instance";

    /** One way to the gateways. */
    private interface Way {

        /** @param instance the key of an MCP instance; null: the gateway's own tools */
        JsonNode call(String tool, String arguments, String instance) throws Exception;
    }

    private final Map<String, String> servers = new HashMap<>();
    private ConfigurableApplicationContext gateway;
    private String instance;

    @BeforeAll
    void start() throws IOException {
        for (ServerKind kind : List.of(MONGO, NEO4J, POSTGRESQL, MEDICAL)) {
            servers.putAll(SharedServers.get(kind).properties());
        }
        Path workspace = TemporaryFolder.make("caravan-everywhere");
        Files.writeString(workspace.resolve("Till.java"), "/** Takes money. */\nclass Till {\n    void pay(int amount) {\n        print(amount);\n    }\n\n    void print(int amount) {\n"
                + "        System.out.println(amount);\n    }\n}\n");
        servers.put("caravan.intelligence.workspaces.everywhere.root", workspace.toString());
        servers.put("caravan.intelligence.default-workspace", "everywhere");
        // A gateway that has just started connects to the MCP server first, which a starved machine takes longer for than a recall has.
        servers.put("caravan.recall.timeout", "20s");
        servers.put("caravan.tools.timeout", "30s");
        servers.put("caravan.recall.public-url", "http://127.0.0.1:" + PORT);
        Map<String, String> settings = new HashMap<>(servers);
        settings.putAll(SharedServers.get(ARTEMIS).properties());
        settings.putAll(SharedServers.get(KAFKA).properties());
        settings.put("caravan.bus.jms.queue", "everywhere");
        settings.put("caravan.bus.kafka.topic", "everywhere");
        gateway = OwnGateway.start(PORT, Path.of("routes"), settings);
        http().build();
        instance = bound();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private Setup http() {
        return new Setup(new RestClient(PORT, "local"), new McpClient(PORT));
    }

    private record Setup(RestClient rest, McpClient client) {

        void build() {
            assertThat(index("build").at("/structuredContent/error").isMissingNode()).isTrue();
            await().atMost(Duration.ofMinutes(2)).until(() -> index("status").at("/structuredContent/workspaces/0/state").asText().equals("ready"));
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
        long table = rest.post("/api/v1/tables", "{\"name\":\"everywhere\",\"data\":{\"people\":[{\"name\":\"Ada\",\"age\":36},{\"name\":\"Bob\",\"age\":7}]}}").data().get("id").asLong();
        long tool = rest.post("/api/v1/tools", "{\"name\":\"adults\",\"type\":\"query_data\",\"table_id\":" + table + ",\"description\":\"Who is grown up\",\"json_path\":\"\"}").data().get("id").asLong();
        return rest.post("/api/v1/mcp/with_bindings", "{\"name\":\"everywhere\",\"bindings\":[{\"tool_id\":" + tool + "}]}").data().get("api_key").asText();
    }

    @Test
    void theScriptHasTheSameResultsOnEveryWay() throws Exception {
        List<String> http = run((tool, arguments, key) -> {
            McpClient client = key == null ? new McpClient(PORT) : McpClient.ofInstance(PORT, key);
            return client.post(request(tool, arguments)).json();
        });
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
            same("JMS", run(over(jms)), http);
        }
        try (BusClient kafka = new KafkaClient(SharedServers.get(KAFKA).address(), "everywhere")) {
            same("Kafka", run(over(kafka)), http);
        }
        List<String> settings = new ArrayList<>();
        servers.forEach((name, value) -> settings.add("--" + name + "=" + value));
        String[] own = settings.toArray(String[]::new);
        settings.add("--caravan.stdio.api-key=" + instance);
        try (StdioGateway whole = StdioGateway.start(Path.of("routes"), own);
                StdioGateway ofInstance = StdioGateway.start(Path.of("routes"), settings.toArray(String[]::new))) {
            same("stdio", run((tool, arguments, key) -> (key == null ? whole : ofInstance).send(request(tool, arguments)).answer(1)), http);
        }
    }

    private static void same(String way, List<String> results, List<String> http) {
        for (int i = 0; i < http.size(); i++) {
            assertThat(results.get(i)).as(way).isEqualTo(http.get(i));
        }
        assertThat(results).hasSameSizeAs(http);
    }

    private static Way over(BusClient bus) {
        return (tool, arguments, key) -> key == null ? bus.request(request(tool, arguments)) : bus.request(request(tool, arguments), INSTANCE, key);
    }

    private static String request(String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}}";
    }

    /** Results in the order of the script, without what differs from call to call. */
    private List<String> run(Way way) throws Exception {
        Script script = new Script(way);
        String document = script.id("mongo_save_document", "{\"topic\":\"everywhere\",\"content\":\"The till was opened.\",\"tags\":[\"till\",\"早上\"]}");
        script.call("mongo_find_by_id", "{\"id\":\"" + document + "\"}");
        script.call("mongo_update_document", "{\"id\":\"" + document + "\",\"patch\":{\"content\":\"The till was closed.\"}}");
        script.call("mongo_delete_document", "{\"id\":\"" + document + "\"}");
        script.call("mongo_find_by_id", "{\"id\":\"" + document + "\"}");
        String till = script.id("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"Till\",\"weight\":12.5}}");
        String drawer = script.id("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"Drawer\"}}");
        script.call("neo4j_create_relationship", "{\"fromId\":\"" + till + "\",\"toId\":\"" + drawer + "\",\"type\":\"RELATED_TO\"}");
        script.call("neo4j_find_path", "{\"fromId\":\"" + till + "\",\"toId\":\"" + drawer + "\"}");
        script.call("neo4j_delete_node", "{\"id\":\"" + till + "\",\"detach\":true}");
        script.call("echart_generate", "{\"chartType\":\"bar\",\"title\":\"Takings\",\"data\":[{\"day\":\"Mon\",\"sum\":3},{\"day\":\"Tue\",\"sum\":5}],\"mapping\":{\"xField\":\"day\",\"yField\":\"sum\"}}");
        script.call("adults", "{\"query\":\"people[?age > `18`].name\"}", instance);
        script.call("get_action_info", "{\"kn_id\":\"kn_medical\",\"at_id\":\"at_treatment_plan\",\"unique_identity\":{\"disease_id\":\"disease_000001\"}}");
        script.call("ci_call_chain", "{\"symbol\":\"pay\",\"workspace\":\"everywhere\"}");
        script.way.call("neo4j_delete_node", "{\"id\":\"" + drawer + "\"}", null);
        return script.results;
    }

    private static final class Script {

        private final Way way;
        private final List<String> results = new ArrayList<>();

        Script(Way way) {
            this.way = way;
        }

        String id(String tool, String arguments) throws Exception {
            return call(tool, arguments).at("/structuredContent/data/id").asText();
        }

        JsonNode call(String tool, String arguments) throws Exception {
            return call(tool, arguments, null);
        }

        JsonNode call(String tool, String arguments, String instance) throws Exception {
            JsonNode answer = way.call(tool, arguments, instance);
            assertThat(answer.has("result")).as(answer.toString()).isTrue();
            ObjectNode result = (ObjectNode) answer.get("result");
            results.add(tool + ": " + result.toString()
                    .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID")
                    .replaceAll("[0-9a-f]{32}", "TRACE")
                    .replaceAll("(\\\\?\"(?:tookMs|query_time_ms)\\\\?\":)\\d+", "$10")
                    .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME"));
            return result;
        }
    }
}
