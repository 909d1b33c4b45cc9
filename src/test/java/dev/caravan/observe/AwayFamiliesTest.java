package dev.caravan.observe;

import static dev.caravan.McpClient.object;
import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;
import static dev.caravan.embedded.ServerKind.REDIS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.EmbeddedServers;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** A server whose address is set and that doesn't answer is told by name, once; and once more when it answers. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AwayFamiliesTest {

    private static final List<ServerKind> KINDS = List.of(MONGO, NEO4J, POSTGRESQL, REDIS);

    /** {name in health: how messages name it}. */
    private final Map<String, String> titles = new TreeMap<>();
    private final Map<String, Integer> services = new TreeMap<>(Map.of("web-search", FreePorts.pick(), "ontology-query", FreePorts.pick(),
            "ontology-manager", FreePorts.pick(), "operator-integration", FreePorts.pick()));
    private final List<HttpServer> started = new ArrayList<>();
    private GatewayLog log;
    private OwnGateway gateway;

    /** Of this class alone: other gateways of this JVM would tell the same of servers that they share. */
    private final EmbeddedServers servers = SharedServers.apart("away-families");

    @BeforeAll
    void start() throws Exception {
        servers.start(KINDS);
        titles.put("mongodb", "MongoDB documents at " + place(MONGO));
        titles.put("neo4j", "Neo4j at " + place(NEO4J));
        titles.put("database-mongodb", "Database mongodb (MongoDB) at " + place(MONGO));
        titles.put("database-postgresql", "Database postgresql (PostgreSQL) at " + place(POSTGRESQL));
        titles.put("database-redis", "Database redis (Redis) at " + place(REDIS));
        titles.put("store", "The store at " + place(POSTGRESQL));
        titles.put("web-search", "SearXNG at 127.0.0.1:" + services.get("web-search"));
        titles.put("ontology-query", "Ontology Query at 127.0.0.1:" + services.get("ontology-query"));
        titles.put("ontology-manager", "Ontology Manager at 127.0.0.1:" + services.get("ontology-manager"));
        titles.put("operator-integration", "Agent Operator Integration at 127.0.0.1:" + services.get("operator-integration"));
        OwnGateway.Builder builder = OwnGateway.withAllRoutes()
                .settings("mongodb.timeout=4s", "neo4j.timeout=4s", "web-search.searxng-url=" + url("web-search"))
                .set("recall.ontology-query-url", url("ontology-query")).set("recall.ontology-manager-url", url("ontology-manager"))
                .set("recall.operator-integration-url", url("operator-integration"));
        servers.properties().forEach((name, value) -> builder.set(name.replaceFirst("^caravan\\.", ""), value));
        KINDS.forEach(kind -> servers.get(kind).stop());
        log = GatewayLog.record();
        gateway = builder.start();
    }

    private String place(ServerKind kind) {
        ServerHandle server = servers.get(kind);
        String url = kind == POSTGRESQL ? server.properties().get("caravan.store.url") : server.address();
        return url.replaceFirst("^.*://(?:[^/]*@)?([^/?]*).*$", "$1");
    }

    private String url(String service) {
        return "http://127.0.0.1:" + services.get(service);
    }

    @AfterAll
    void stop() {
        gateway.close();
        servers.close();
        log.close();
        started.forEach(server -> server.stop(0));
    }

    @Test
    @Order(1)
    void eachIsDegradedByNameWithOneWarning() {
        titles.forEach((name, title) -> {
            await().untilAsserted(() -> {
                assertThat(of(name).get("status").asText()).as(name).isEqualTo("DEGRADED");
                assertThat(of(name).at("/details/reason").asText()).startsWith(title + " doesn't answer");
            });
            log.awaits(title + " doesn't answer");
        });
        assertThat(health().get("status").asText()).isEqualTo("DEGRADED");
    }

    @Test
    @Order(2)
    void errorsOfCallsNameTheDatabase() {
        assertThat(message("mongo_find_all", "{}")).isEqualTo("MongoDB (documents) can't be reached or refused the operation");
        assertThat(message("neo4j_find_node", "{\"id\":\"x\"}")).isEqualTo("Neo4j can't be reached or refused the operation");
        assertThat(message("db_query_postgresql", "{\"table\":\"a\"}")).isEqualTo("The database postgresql can't be reached");
        assertThat(message("web_search", "{\"query\":\"a\"}")).startsWith("The search service can't be reached");
    }

    private String message(String tool, String arguments) {
        return gateway.client().call(tool, object(arguments)).result().at("/structuredContent/error/message").asText();
    }

    @Test
    @Order(3)
    void eachThatComesBackIsToldOnce() throws IOException {
        for (int port : services.values()) {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            server.createContext("/", exchange -> {
                exchange.sendResponseHeaders(404, -1);
                exchange.close();
            });
            server.start();
            started.add(server);
        }
        KINDS.forEach(kind -> servers.get(kind).start());

        titles.values().forEach(title -> await().atMost(2, TimeUnit.MINUTES).untilAsserted(() -> log.awaits(title + " answers again")));
        await().atMost(1, TimeUnit.MINUTES).untilAsserted(() -> assertThat(health().get("status").asText()).isEqualTo("UP"));
        String lines = log.written(gateway.camel());
        titles.values().forEach(title -> {
            assertThat(lines.lines().filter(line -> line.contains(" WARN ") && line.contains(title + " "))).as(title).hasSize(1);
            assertThat(lines.lines().filter(line -> line.contains(" INFO ") && line.contains(title + " "))).as(title).hasSize(1);
        });
        assertThat(lines).doesNotContain("Schema not created");
    }

    private JsonNode health() {
        try {
            return McpClient.JSON.readTree(ObservedGatewayTest.get(gateway.operations(), "/actuator/health").body());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private JsonNode of(String name) {
        JsonNode health = health();
        return name.equals("store") ? health.at("/components/store") : health.at("/components/dependencies/components/" + name);
    }
}
