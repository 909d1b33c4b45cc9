package dev.caravan.tool;

import static dev.caravan.McpClient.object;
import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** With the defaults, the list of the quick start's tools is small and still says what a model and a client need. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlimListTest {

    /** Bytes of the list, and characters of the descriptions of one tool and its arguments: 4 are about a token. */
    private static final int MOST_BYTES = 45 * 1024;
    private static final int LONG_SENTENCE = 60;
    private static final int MOST_CHARACTERS = 350 * 4;
    private static final int MOST_CHARACTERS_OF_CHARTS = 600 * 4;

    private OwnGateway gateway;

    @BeforeAll
    void start() {
        gateway = OwnGateway.withAllRoutes().servers(MONGO, NEO4J, POSTGRESQL).settings("databases.mysql.url=jdbc:mysql://127.0.0.1:9/none",
                "databases.sqlite.url=jdbc:sqlite:" + TemporaryFolder.make("caravan-slim").resolve("none.db"), "databases.mongodb.url=mongodb://127.0.0.1:9/none",
                "databases.redis.url=redis://127.0.0.1:9", "databases.opensearch.url=http://127.0.0.1:9").start();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private McpClient.Answer list(String address) {
        return McpClient.at(gateway.port(), address).legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult");
    }

    private static Map<String, JsonNode> tools(McpClient.Answer list) {
        Map<String, JsonNode> tools = new TreeMap<>();
        list.result().get("tools").forEach(tool -> tools.put(tool.get("name").asText(), tool));
        return tools;
    }

    private static int described(JsonNode tool) {
        return tool.findValuesAsText("description").stream().mapToInt(String::length).sum();
    }

    @Test
    void theListHasAtMost45KB() throws Exception {
        Map<String, JsonNode> slim = tools(list("/mcp"));
        Map<String, JsonNode> full = tools(list("/mcp?definitions=full"));
        StringBuilder report = new StringBuilder("| tool | bytes before | after | tokens before | after |\n|---|---|---|---|---|\n");
        slim.forEach((name, tool) -> report.append("| ").append(name).append(" | ").append(full.get(name).toString().length()).append(" | ").append(tool.toString().length()).append(" | ")
                .append(full.get(name).toString().length() / 4).append(" | ").append(tool.toString().length() / 4).append(" |\n"));
        int bytes = list("/mcp").body().getBytes(StandardCharsets.UTF_8).length;
        int before = list("/mcp?definitions=full").body().getBytes(StandardCharsets.UTF_8).length;
        Files.writeString(Path.of("target/tokens.md"), report + "| all " + slim.size() + " | " + before + " | " + bytes + " | " + before / 4 + " | " + bytes / 4 + " |\n");
        Files.writeString(Path.of("target/tokens-list.json"), list("/mcp").body());
        Files.writeString(Path.of("target/tokens-full.json"), list("/mcp?definitions=full").body());

        assertThat(slim.keySet()).isEqualTo(full.keySet()).hasSizeGreaterThanOrEqualTo(66);
        assertThat(bytes).as(report.toString()).isLessThanOrEqualTo(MOST_BYTES);
    }

    @Test
    void noSentenceIsThereTwice() {
        List<String> sentences = new ArrayList<>();
        tools(list("/mcp")).values().forEach(tool -> tool.findValuesAsText("description").forEach(description -> sentences.addAll(List.of(description.split("(?<=\\.) (?=[A-Z\"])")))));

        assertThat(sentences).filteredOn(sentence -> sentence.length() >= LONG_SENTENCE).doesNotHaveDuplicates().isNotEmpty();
    }

    @Test
    void noToolSaysTooMuch() {
        tools(list("/mcp?definitions=full")).forEach((name, tool) -> assertThat(described(tool.deepCopy()) - described(tool.path("outputSchema"))).as(name)
                .isLessThanOrEqualTo(name.startsWith("echart_") ? MOST_CHARACTERS_OF_CHARTS : MOST_CHARACTERS));
    }

    @Test
    void argumentsKeepTheirNamesTypesAndRequirements() {
        Map<String, JsonNode> slim = tools(list("/mcp"));
        tools(list("/mcp?definitions=full")).forEach((name, full) -> {
            JsonNode schema = slim.get(name).get("inputSchema");
            assertThat(schema.path("properties").fieldNames()).toIterable().as(name).containsExactlyElementsOf(() -> full.at("/inputSchema/properties").fieldNames());
            assertThat(schema.get("required")).as(name).isEqualTo(full.at("/inputSchema").get("required"));
        });
        String again = slim.get("db_query_mysql").get("description").asText();
        assertThat(again).isEqualTo("Like db_query_mongodb, but for MySQL.");
        assertThat(slim.get("db_query_mongodb").at("/inputSchema/properties/filters/description").asText()).contains("startswith");
    }

    @Test
    void resultsFitTheShortSchemas() {
        Map<String, JsonNode> slim = tools(list("/mcp"));
        Map<String, String> calls = Map.of("mongo_find_all", "{}", "mongo_find_by_id", "{\"id\":\"none\"}", "neo4j_fuzzy_search", "{\"query\":\"x\"}", "echart_generate",
                "{\"chartType\":\"bar\",\"data\":[{\"x\":\"a\",\"y\":1}]}", "ci_index_status", "{}", "ci_search", "{\"query\":\"x\"}", "db_query_postgresql", "{\"table\":\"none\"}", "web_search", "{}");
        calls.forEach((name, arguments) -> {
            JsonNode content = gateway.client().call(name, object(arguments)).result().get("structuredContent");
            if (slim.get(name).get("outputSchema") instanceof ObjectNode schema) {
                assertThat(CompiledSchema.of("outputSchema", schema).validate(content)).as(name + " " + content).isEmpty();
            }
        });
        assertThat(slim.get("mongo_find_by_id").at("/outputSchema/properties/data/properties").has("topic")).isTrue();
    }
}
