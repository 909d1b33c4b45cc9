package dev.caravan.graph;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node is found by its id or by a property, changed and deleted, also if other software stored it. */
@Tag("full")
class GraphNodesTest extends GraphTest {

    @Test
    void patchMergesPropertiesAndNullRemovesThem() {
        JsonNode node = data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"a\":1,\"b\":2}}");

        data("neo4j_update_node", "{\"id\":" + node.get("id") + ",\"patch\":{\"b\":null,\"c\":\"x\",\"never\":null}}");

        assertThat(data("neo4j_find_node", id(node).toString()).get("properties")).isEqualTo(object("{\"a\":1,\"c\":\"x\"}"));
    }

    @Test
    void oldestOfSeveralMatchesIsReturned() {
        String name = "twin " + UUID.randomUUID();
        JsonNode first = data("neo4j_create_node",
                "{\"label\":\"Entity\",\"properties\":{\"name\":\"" + name + "\",\"other\":\"" + name + "\"}}");
        data("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"" + name + "\",\"other\":\"" + name + "\"}}");
        data("neo4j_create_node", "{\"label\":\"Document\",\"properties\":{\"name\":\"" + name + "\"}}");

        for (String property : List.of("name", "other")) {
            JsonNode envelope = client.envelope("neo4j_find_node",
                    object("{\"label\":\"Entity\",\"property\":\"" + property + "\",\"value\":\"" + name + "\"}"));
            assertThat(envelope.get("data")).isEqualTo(first);
            assertThat(envelope.at("/meta/matches").asInt()).isEqualTo(2);
        }
        JsonNode one = client.envelope("neo4j_find_node",
                object("{\"label\":\"Document\",\"property\":\"name\",\"value\":\"" + name + "\"}"));
        assertThat(one.get("meta").has("matches")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"id\":\"x\",\"label\":\"Entity\",\"property\":\"name\",\"value\":1}", "{\"label\":\"Entity\"}",
        "{\"label\":\"Entity\",\"property\":\"name\"}",
        "{\"id\":\"\"}", "{\"id\":5}", "{\"id\":\"x\",\"label\":\"Entity\"}"})
    void findNeedsAnIdOrLabelPropertyAndValue(String arguments) {
        assertThat(code("neo4j_find_node", arguments)).isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    void nodeWithRelationshipsIsDeletedOnlyWithDetach() {
        JsonNode a = node("a");
        JsonNode b = node("b");
        JsonNode relationship = relate(a, b, "RELATED_TO", "{}");
        relate(b, a, "MENTIONS", "{}");

        JsonNode refused = client.envelope("neo4j_delete_node", id(a)).get("error");
        assertThat(refused.get("code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(refused.get("message").asText()).contains("2 relationships").contains("detach");
        assertThat(data("neo4j_find_node", id(a).toString())).isEqualTo(a);

        assertThat(data("neo4j_delete_node", id(a).put("detach", true).toString())).isEqualTo(object("{\"deleted\":true}"));
        assertThat(code("neo4j_find_node", id(a).toString())).isEqualTo("NOT_FOUND");
        assertThat(code("neo4j_find_relationship", id(relationship).toString())).isEqualTo("NOT_FOUND");
        assertThat(data("neo4j_delete_node", id(b).toString())).isEqualTo(object("{\"deleted\":true}"));
    }

    @Tag("full")
    @Test
    void valuesOfOtherSoftwareAreShownAndKept() {
        String id = UUID.randomUUID().toString();
        driver.executableQuery(
                "CREATE (:Entity:Foreign {id: $id, at: datetime('2026-01-02T03:04:05Z'), place: point({x: 1, y: 2}), span: duration('P1D')"
                        + ", bytes: $bytes, nan: 0.0/0.0})"
                + "-[:RELATED_TO]->(:Secret {id: 'hidden'}), (:Entity {name: 'without id'})")
                .withParameters(java.util.Map.of("id", id, "bytes", new byte[] {1, 2})).execute();

        JsonNode node = data("neo4j_find_node", "{\"id\":\"" + id + "\"}");

        assertThat(node.at("/properties/at").asText()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(node.at("/properties/bytes").asText()).isEqualTo("AQI=");
        assertThat(node.at("/properties/place").isTextual()).isTrue();
        assertThat(data("neo4j_find_neighbors", "{\"id\":\"" + id + "\",\"depth\":3}").get("nodes"))
                .as("a label that isn't in the white list").isEmpty();
        assertThat(code("neo4j_find_node", "{\"id\":\"hidden\"}")).isEqualTo("NOT_FOUND");
        assertThat(code("neo4j_find_node", "{\"label\":\"Entity\",\"property\":\"name\",\"value\":\"without id\"}")).isEqualTo("NOT_FOUND");
        data("neo4j_update_node", "{\"id\":\"" + id + "\",\"patch\":{\"seen\":true}}");
        assertThat(driver.executableQuery("MATCH (n:Foreign {id: $id}) RETURN n.at.year AS year").withParameters(java.util.Map.of("id", id))
                .execute().records().get(0).get("year").asInt()).isEqualTo(2026);
    }
}
