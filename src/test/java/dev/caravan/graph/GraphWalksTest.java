package dev.caravan.graph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Paths are answered in their order, and neighborhoods keep within the size of an answer. */
@Tag("full")
class GraphWalksTest extends GraphTest {

    @Test
    void pathHasItsCompleteNodesInOrder() {
        JsonNode a = node("a");
        JsonNode b = node("b");
        JsonNode c = node("c");
        relate(b, a, "RELATED_TO", "{\"n\":1}");
        relate(b, c, "MENTIONS", "{\"n\":2}");
        String ends = "\"fromId\":" + a.get("id") + ",\"toId\":" + c.get("id");

        JsonNode path = data("neo4j_find_path", "{" + ends + "}");

        assertThat(path.get("nodes")).containsExactly(a, b, c);
        assertThat(path.get("relationships")).hasSize(2);
        assertThat(path.at("/relationships/0/properties/n").asInt()).isEqualTo(1);
        assertThat(path.at("/relationships/0/fromId")).isEqualTo(b.get("id"));
        assertThat(path.at("/relationships/1/type").asText()).isEqualTo("MENTIONS");
        assertThat(code("neo4j_find_path", "{" + ends + ",\"maxDepth\":1}")).isEqualTo("NOT_FOUND");
        assertThat(code("neo4j_find_path", "{" + ends + ",\"types\":[\"MENTIONS\"]}")).isEqualTo("NOT_FOUND");
        assertThat(code("neo4j_find_path", "{" + ends + ",\"maxDepth\":7}")).isEqualTo("INVALID_ARGUMENT");
        JsonNode same = data("neo4j_find_path", "{\"fromId\":" + a.get("id") + ",\"toId\":" + a.get("id") + "}");
        assertThat(same.get("nodes")).containsExactly(a);
        assertThat(same.get("relationships")).isEmpty();
    }

    @Test
    void neighborhoodIsLimitedAndSaysSo() {
        JsonNode hub = node("hub");
        driver.executableQuery(
                "MATCH (h:Entity {id: $id}) UNWIND range(1, 300) AS i CREATE (h)-[:RELATED_TO {id: randomUUID()}]->(:Entity {id: "
                        + "randomUUID(), i: i, text: $text})")
                .withParameters(java.util.Map.of("id", hub.get("id").asText(), "text", "x")).execute();

        JsonNode envelope = client.envelope("neo4j_find_neighbors", id(hub));

        assertThat(envelope.at("/data/nodes")).hasSize(200);
        assertThat(envelope.at("/data/relationships")).hasSize(200);
        assertThat(envelope.at("/meta/truncated").asBoolean()).isTrue();
        assertThat(envelope.at("/meta/returned").asInt()).isEqualTo(200);
    }

    @Test
    void neighborhoodOfLargeNodesFitsTheResultLimit() {
        JsonNode hub = node("large hub");
        driver.executableQuery(
                "MATCH (h:Entity {id: $id}) UNWIND range(1, 100) AS i CREATE (h)-[:RELATED_TO {id: randomUUID()}]->(:Entity {id: "
                        + "randomUUID(), text: $text})")
                .withParameters(java.util.Map.of("id", hub.get("id").asText(), "text", "北".repeat(2_000))).execute();

        JsonNode envelope = client.envelope("neo4j_find_neighbors", id(hub));

        assertThat(envelope.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length).isBetween(150_000, 200 * 1024);
        assertThat(envelope.at("/data/nodes").size()).isBetween(20, 40);
        assertThat(envelope.at("/data/relationships").size()).isLessThanOrEqualTo(envelope.at("/data/nodes").size());
        assertThat(envelope.at("/meta/truncated").asBoolean()).isTrue();
    }

    @Test
    void tooLargeStartLosesItsPropertiesButKeepsItsNeighbors() {
        JsonNode hub = node("large start");
        JsonNode neighbor = node("neighbor");
        relate(hub, neighbor, "RELATED_TO", "{}");
        for (int characters : new int[] {300_000, 3_000_000}) {
            driver.executableQuery("MATCH (h:Entity {id: $id}) SET h.text = $text")
                    .withParameters(java.util.Map.of("id", hub.get("id").asText(), "text", "x".repeat(characters))).execute();

            JsonNode envelope = client.envelope("neo4j_find_neighbors", id(hub));

            assertThat(envelope.at("/data/start/id")).isEqualTo(hub.get("id"));
            assertThat(envelope.at("/data/start/properties")).isEmpty();
            assertThat(envelope.at("/data/nodes")).containsExactly(neighbor);
            assertThat(envelope.at("/data/relationships")).hasSize(1);
            assertThat(envelope.at("/meta/truncated").asBoolean()).isTrue();
        }
    }
}
