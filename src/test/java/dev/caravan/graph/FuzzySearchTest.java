package dev.caravan.graph;

import static dev.caravan.McpClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fuzzy search finds names by their parts and despite typos, and takes syntax as text. */
class FuzzySearchTest extends GraphTest {

    @Test
    void searchFindsPartsOfNamesAndTypos() {
        String mark = "m" + UUID.randomUUID().toString().replace("-", "").substring(0, 8);
        data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"北京大学\",\"mark\":\"" + mark + "\"}}");
        data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"Neo4j\",\"mark\":\"" + mark + "\"}}");
        data("neo4j_create_node", "{\"label\":\"Document\",\"properties\":{\"title\":\"The " + mark + " report\"}}");
        data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"x\",\"aliases\":[\"first\",\"alias" + mark + "\"]}}");

        assertThat(found("北京")).contains("北京大学");
        assertThat(found("大学")).contains("北京大学");
        assertThat(found("京")).contains("北京大学");
        assertThat(found("neo4i")).contains("Neo4j");
        assertThat(found("NEO4J")).contains("Neo4j");
        assertThat(found("neo4j数据库")).contains("Neo4j");
        JsonNode report = data("neo4j_fuzzy_search", "{\"query\":\"" + mark + "\",\"labels\":[\"Document\"]}").get("items");
        assertThat(report).hasSize(1);
        assertThat(report.at("/0/score").asDouble()).isGreaterThan(0).isLessThanOrEqualTo(1);
        assertThat(data("neo4j_fuzzy_search", "{\"query\":\"alias" + mark + "\",\"labels\":[\"Entity\"]}").at("/items/0/properties/name")
                .asText()).isEqualTo("x");
        JsonNode best = data("neo4j_fuzzy_search", "{\"query\":\"neo4j\"}").get("items");
        double last = 1;
        for (JsonNode hit : best) {
            assertThat(hit.get("score").asDouble()).isLessThanOrEqualTo(last);
            last = hit.get("score").asDouble();
        }
        assertThat(best.at("/0/properties/name").asText()).isEqualTo("Neo4j");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name:* OR (", "\"", "\\", "*", "?", "a AND", "NOT", "[1 TO 5]", "~", "^5", "/x/", "a && || !", "+-",
        "name:\"x", "{", "\\u0000", "The"})
    void querySyntaxIsText(String query) {
        JsonNode envelope = client.envelope("neo4j_fuzzy_search", JSON.createObjectNode().put("query", query));

        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "[{", "a ", "北", "neo4j "})
    void tenKilobytesOfAnyCharactersAreText(String part) {
        JsonNode envelope = client.envelope("neo4j_fuzzy_search",
                JSON.createObjectNode().put("query", part.repeat(10_240 / part.length())));

        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
        assertThat(envelope.at("/data/items").isArray()).isTrue();
    }

    private List<String> found(String query) {
        JsonNode items = data("neo4j_fuzzy_search", JSON.createObjectNode().put("query", query).put("limit", 20).toString()).get("items");
        return StreamSupport.stream(items.spliterator(), false).map(item -> item.at("/properties/name").asText()).toList();
    }
}
