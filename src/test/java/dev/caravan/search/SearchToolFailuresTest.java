package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.Caravan;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.retrieval.EmbeddingServer;
import dev.caravan.retrieval.LocalEmbedder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** What search tools promise to survive, with whole gateways on a store of their own. */
class SearchToolFailuresTest {

    private final String store = store();

    private interface End {
        void of(ChildJvm gateway) throws InterruptedException;
    }

    @Test
    void aKilledGatewaysIndexIsFinishedByAnother() throws Exception {
        anIndexIsFinishedByAnother(ChildJvm::kill);
    }

    @Test
    void aGatewayThatIsToldToStopHandsItsIndexBackLongBeforeItsLeaseEnds() throws Exception {
        anIndexIsFinishedByAnother(ChildJvm::terminate, "caravan.index.lease=1h", "caravan.search.lease=1h");
    }

    private void anIndexIsFinishedByAnother(End end, String... more) throws Exception {
        int first = GatewayTest.freePort();
        int second = GatewayTest.freePort();
        try (ChildJvm one = ChildJvm.run(Caravan.class, settings(first, more)); ChildJvm another = ChildJvm.run(Caravan.class, settings(second, more))) {
            for (ChildJvm gateway : List.of(one, another)) {
                gateway.untilItPrints("Caravan is ready");
            }
            RestClient rest = new RestClient(first, "u");
            await().atMost(Duration.ofSeconds(30)).until(() -> rest.get("/api/v1/tables").status() == 200);
            long tool = search(rest, texts(200));
            String some = "Indexing for tool " + tool + ": "; // is logged with how much is indexed; the store hears of it each third of a lease
            await().atMost(Duration.ofSeconds(60)).until(() -> one.printed().contains(some) || another.printed().contains(some));
            assertThat(index(rest, tool).get("status").textValue()).as("in mid-index").isEqualTo("indexing");
            boolean ofTheFirst = one.printed().contains("Indexing for tool " + tool + " begins");
            end.of(ofTheFirst ? one : another);
            RestClient alive = new RestClient(ofTheFirst ? second : first, "u");
            JsonNode ready = await().atMost(Duration.ofSeconds(180)).until(() -> index(alive, tool), index -> index.get("status").textValue().equals("ready"));
            assertThat((ofTheFirst ? another : one).printed()).contains("Indexing for tool " + tool + " begins");
            assertThat(ready.get("nodes_count").intValue()).isEqualTo(200);
            assertThat(ready.get("indexed_chunks_count").intValue()).isEqualTo(ready.get("chunks_count").intValue()).isGreaterThan(200);
            assertThat(chunks(rest(alive, tool))).as("no chunk twice").doesNotHaveDuplicates().hasSize(ready.get("chunks_count").intValue());
        }
    }

    @Test
    void anEmbeddingEndpointThatIsDownOrSlowIsTheReasonUntilItIsBack() throws Exception {
        int port = GatewayTest.freePort();
        try (LocalEmbedder model = new LocalEmbedder(32, 2); EmbeddingServer endpoint = new EmbeddingServer(model);
                ConfigurableApplicationContext gateway = SpringApplication.run(Caravan.class, settings(port, "caravan.embedding.kind=openai",
                        "caravan.embedding.url=" + endpoint.url(), "caravan.embedding.model=m", "caravan.embedding.dimensions=" + model.dimensions(),
                        "caravan.embedding.timeout=1s", "caravan.embedding.api-key=sk-secret"))) {
            RestClient rest = new RestClient(port, "u");
            await().atMost(Duration.ofSeconds(30)).until(() -> rest.get("/api/v1/tables").status() == 200);
            endpoint.behaves((exchange, body) -> Thread.sleep(5_000));
            long tool = search(rest, texts(2));
            JsonNode slow = failed(rest, tool);
            assertThat(slow.get("last_error").textValue()).contains("did not answer within").doesNotContain("sk-secret");

            String key = rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + tool + "}]}").data().get("api_key").textValue();
            JsonNode envelope = McpClient.ofInstance(port, key).envelope("find", McpClient.object("{\"query\":\"anything\"}"));
            assertThat(envelope.at("/error/code").textValue()).isEqualTo("UPSTREAM_ERROR");

            endpoint.behaves((exchange, body) -> exchange.sendResponseHeaders(503, -1));
            rest.put("/api/v1/tools/" + tool + "/search-index", "{}").data();
            await().atMost(Duration.ofSeconds(60)).until(() -> index(rest, tool).path("last_error").asText("").contains("503"));

            endpoint.behaves(endpoint::embed);
            rest.put("/api/v1/tools/" + tool + "/search-index", "{}").data();
            JsonNode ready = await().atMost(Duration.ofSeconds(60)).until(() -> index(rest, tool), index -> index.get("status").textValue().equals("ready"));
            assertThat(ready.get("indexed_chunks_count").intValue()).isEqualTo(ready.get("chunks_count").intValue()).isPositive();
            assertThat(ready.get("last_error").isNull()).isTrue();
            assertThat(McpClient.ofInstance(port, key).envelope("find", McpClient.object("{\"query\":\"anything\"}")).at("/data/results")).isNotEmpty();
        }
    }

    @Test
    void whatIsSaidToBeReadyIsIndexedAgainAfterAChangeOfModelAndWhereTheIndexIsGone() throws Exception {
        int port = GatewayTest.freePort();
        RestClient rest = new RestClient(port, "u");
        long tool;
        String key;
        String collection;
        try (ConfigurableApplicationContext gateway = SpringApplication.run(Caravan.class, settings(port))) {
            await().atMost(Duration.ofSeconds(30)).until(() -> rest.get("/api/v1/tables").status() == 200);
            tool = search(rest, texts(2));
            key = rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + tool + "}]}").data().get("api_key").textValue();
            collection = rest(rest, tool);
            untilItFinds(port, key, rest, tool);
        }
        try (LocalEmbedder model = new LocalEmbedder(32, 2); EmbeddingServer endpoint = new EmbeddingServer(model);
                ConfigurableApplicationContext gateway = SpringApplication.run(Caravan.class, settings(port, "caravan.embedding.kind=openai",
                        "caravan.embedding.url=" + endpoint.url(), "caravan.embedding.model=another", "caravan.embedding.dimensions=" + model.dimensions()))) {
            untilItFinds(port, key, rest, tool);
        }
        try (Driver driver = GraphDatabase.driver(SharedServers.get(ServerKind.NEO4J).properties().get("caravan.neo4j.uri")); var session = driver.session()) {
            session.run("MATCH (c:CaravanChunk {collection: $collection}) DETACH DELETE c", Map.of("collection", collection)).consume();
        }
        try (ConfigurableApplicationContext gateway = SpringApplication.run(Caravan.class, settings(port))) {
            untilItFinds(port, key, rest, tool);
            assertThat(chunks(collection)).hasSize(index(rest, tool).get("chunks_count").intValue());
        }
    }

    private static void untilItFinds(int port, String key, RestClient rest, long tool) {
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> !McpClient.ofInstance(port, key).envelope("find", McpClient.object("{\"query\":\"anything\"}"))
                .at("/data/results").isEmpty() && index(rest, tool).get("status").textValue().equals("ready"));
    }

    @Test
    void whatTakesLongerThanItsTimeFails() {
        int port = GatewayTest.freePort();
        try (ConfigurableApplicationContext gateway = SpringApplication.run(Caravan.class, settings(port, "caravan.index.timeout=2s"))) {
            RestClient rest = new RestClient(port, "u");
            await().atMost(Duration.ofSeconds(30)).until(() -> rest.get("/api/v1/tables").status() == 200);
            long tool = search(rest, texts(400));
            JsonNode failed = failed(rest, tool);
            assertThat(failed.get("last_error").textValue()).matches("Not done after 2 s; \\d+ of \\d+ chunks were indexed");
            rest.delete("/api/v1/tools/" + tool).data();
        }
    }

    private static JsonNode failed(RestClient rest, long tool) {
        return await().atMost(Duration.ofSeconds(90)).until(() -> index(rest, tool), index -> index.get("status").textValue().equals("error"));
    }

    private static JsonNode index(RestClient rest, long tool) {
        return rest.get("/api/v1/tools/" + tool + "/search-index").data();
    }

    private static long search(RestClient rest, String data) {
        long table = rest.post("/api/v1/tables", "{\"name\":\"texts\",\"data\":" + data + "}").data().get("id").longValue();
        return rest.post("/api/v1/tools/search", "{\"table_id\":" + table + ",\"name\":\"find\"}").data().get("id").longValue();
    }

    private static String rest(RestClient rest, long tool) {
        return "table:" + rest.get("/api/v1/tools/" + tool).data().get("table_id");
    }

    private static String texts(int count) {
        StringBuilder texts = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            texts.append(i == 0 ? "\"" : ",\"");
            for (int word = 0; word < 600; word++) {
                texts.append(Integer.toString((i * 7919 + word * 104729) % 46_656, 36)).append(' ');
            }
            texts.append("\"");
        }
        return texts.append("]").toString();
    }

    private static List<String> chunks(String collection) {
        try (Driver driver = GraphDatabase.driver(SharedServers.get(ServerKind.NEO4J).properties().get("caravan.neo4j.uri")); var session = driver.session()) {
            return session.run("MATCH (c:CaravanChunk {collection: $collection}) RETURN c.pointer + ' ' + c.chunkIndex AS chunk", Map.of("collection", collection))
                    .list(found -> found.get("chunk").asString());
        }
    }

    /** Its contexts have numbers of their own, since all share one Neo4j. */
    private static String store() {
        Map<String, String> server = SharedServers.get(ServerKind.POSTGRESQL).properties();
        String user = server.get("caravan.store.username");
        String name = "store_" + UUID.randomUUID().toString().replace("-", "");
        String url = server.get("caravan.store.url").replaceFirst("/\\w+$", "/" + name);
        try (Connection connection = DriverManager.getConnection(server.get("caravan.store.url"), user, user); Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
        int port = GatewayTest.freePort();
        try (ConfigurableApplicationContext gateway = SpringApplication.run(Caravan.class, "--caravan.http.port=" + port, "--server.port=0",
                "--caravan.store.url=" + url, "--caravan.store.username=" + user, "--caravan.store.password=" + user)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> new RestClient(port, "u").get("/api/v1/tables").status() == 200);
        }
        try (Connection connection = DriverManager.getConnection(url, user, user); Statement statement = connection.createStatement()) {
            statement.execute("alter table context_table alter column id restart with " + ThreadLocalRandom.current().nextLong(1_000_000, 1_000_000_000));
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
        return url;
    }

    private String[] settings(int port, String... more) {
        Map<String, String> postgresql = SharedServers.get(ServerKind.POSTGRESQL).properties();
        List<String> settings = new ArrayList<>(List.of("caravan.http.port=" + port, "server.port=0", "caravan.store.url=" + store,
                "caravan.store.username=" + postgresql.get("caravan.store.username"), "caravan.store.password=" + postgresql.get("caravan.store.password"),
                "caravan.neo4j.uri=" + SharedServers.get(ServerKind.NEO4J).properties().get("caravan.neo4j.uri"),
                "caravan.mongodb.uri=" + SharedServers.get(ServerKind.MONGO).properties().get("caravan.mongodb.uri"),
                "caravan.index.lease=3s", "caravan.search.lease=3s"));
        for (String setting : more) {
            settings.removeIf(other -> other.startsWith(setting.substring(0, setting.indexOf('=') + 1)));
            settings.add(setting);
        }
        return settings.stream().map(setting -> "--" + setting).toArray(String[]::new);
    }
}
