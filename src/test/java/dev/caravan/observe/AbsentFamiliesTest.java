package dev.caravan.observe;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A gateway with one database alone: of the other families there is nothing, and nothing is said but how to switch them on. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AbsentFamiliesTest {

    private GatewayLog log;
    private OwnGateway gateway;

    @BeforeAll
    void start(@TempDir Path folder) {
        log = GatewayLog.record();
        gateway = OwnGateway.withRoutes(Path.of("routes")).set("databases.shop.type", "sqlite")
                .set("databases.shop.url", "sqlite:" + folder.resolve("shop.db")).start();
    }

    @AfterAll
    void stop() {
        gateway.close();
        log.close();
    }

    @Test
    void listsHaveOnlyWhatWorks() {
        assertThat(names("tools/list", "ListToolsResult", "tools")).containsExactlyInAnyOrder("db_advanced_shop", "db_delete_shop",
                "db_describe_shop", "db_insert_shop", "db_query_shop", "db_update_shop", "echart_generate");
        assertThat(names("prompts/list", "ListPromptsResult", "prompts")).containsExactlyInAnyOrder("draw_chart", "explore_database",
                "find_and_call");
        assertThat(names("resources/templates/list", "ListResourceTemplatesResult", "resourceTemplates"))
                .containsExactlyInAnyOrder("result", "table", "tool");
        assertThat(gateway.client().call("mongo_find_all", object("{}")).error().get("message").asText()).contains("mongo_find_all");
    }

    private List<String> names(String method, String type, String list) {
        JsonNode all = gateway.client().legacy("2025-11-25", method, object("{}"), type).result().get(list);
        return StreamSupport.stream(all.spliterator(), false).map(each -> each.get("name").asText()).toList();
    }

    @Test
    void healthIsUpAndNamesWhatSwitchesTheOthersOn() throws IOException {
        JsonNode health = McpClient.JSON.readTree(ObservedGatewayTest.get(gateway.operations(), "/actuator/health").body());

        assertThat(health.get("status").asText()).as(health.toString()).isEqualTo("UP");
        assertThat(health.at("/components/dependencies/components").fieldNames()).toIterable().containsExactly("database-shop");
        assertThat(health.at("/components/families/details/on")).hasToString("[\"databases\"]");
        assertThat(health.at("/components/families/details/off")).isEqualTo(object("""
                {"documents": "caravan.mongodb.uri", "graph": "caravan.neo4j.uri",
                "web-search": "caravan.web-search.searxng-url or caravan.web-search.service=mcp",
                "code": "caravan.intelligence.workspaces.NAME.root", "ckb": "caravan.ckb-integration.enabled=true",
                "recall": "caravan.recall.ontology-query-url or caravan.recall.local=true",
                "action-types": "caravan.recall.ontology-manager-url or caravan.recall.local=true"}"""));
        assertThat(health.at("/components").has("localRecall")).isFalse();
    }

    @Test
    void theStateOfThePageHasTheFamilies() throws IOException {
        JsonNode state = McpClient.JSON.readTree(URI.create(gateway.url() + "/page/state").toURL().openStream());
        JsonNode families = state.has("families") ? state.get("families") : state.at("/data/families");

        assertThat(families).contains(
                object("{\"name\": \"databases\", \"on\": true, \"setting\": \"caravan.databases.NAME.url\"}"),
                object("{\"name\": \"documents\", \"on\": false, \"setting\": \"caravan.mongodb.uri\"}"));
    }

    @Test
    void oneLineOfTheLogTellsThemAndNoneWarns() {
        String health = "caravan_health{component=\"database-shop\"} 1.0";
        await().until(() -> ObservedGatewayTest.get(gateway.operations(), "/actuator/prometheus").body().contains(health));
        String lines = log.written(gateway.camel());

        assertThat(lines.lines().filter(line -> line.contains("Families of tools"))).singleElement().asString()
                .contains("on=\"databases\"", "off=\"documents (set caravan.mongodb.uri), graph (set caravan.neo4j.uri), web-search");
        // what is absent has no address; other gateways of this JVM may miss what has one
        assertThat(lines.lines().filter(line -> !line.startsWith("dev.caravan.observe.Checkup ") || !line.contains(" at 127.0.0.1:"))
                .filter(line -> !line.startsWith("dev.caravan.source.mcp.UpstreamServer ") || line.contains(" server=medical ")))
                .noneMatch(line -> line.matches("\\S+ (ERROR|WARN) .*"));
    }

    @Test
    void nothingIsMeasuredOfThem() {
        assertThat(ObservedGatewayTest.get(gateway.operations(), "/actuator/prometheus").body()).contains("caravan_health")
                .doesNotContain("resilience4j", "mongodb_driver", "caravan_neo4j", "caravan_code_index", "pool=\"neo4j\"");
    }

    @Test
    void recallHasNoEndpoints() throws IOException {
        for (String path : List.of("/api/agent-retrieval/in/v1/openapi.json",
                "/api/agent-operator-integration/internal-v1/mcp/proxy/medical/tools")) {
            HttpURLConnection connection = (HttpURLConnection) URI.create(gateway.url() + path).toURL().openConnection();
            assertThat(connection.getResponseCode()).as(path).isEqualTo(404);
        }
    }
}
