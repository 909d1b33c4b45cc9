package dev.caravan.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.EditedTools;
import dev.caravan.embedded.ServerKind;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator changes in the routes alone how many neighbors a node has at most, and which typos a search forgives. */
@Tag("full")
class EditedGraphTest {

    @Test
    void editedRoutesSetLimitsAndTypos() throws Exception {
        try (EditedTools tools = EditedTools.start(new ServerKind[] {ServerKind.MONGO, ServerKind.NEO4J})) {
            String name = "caravanserai" + UUID.randomUUID().toString().substring(0, 8);
            made(tools, "neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"" + name + "\"}}");
            String center = made(tools, "neo4j_create_node", "{\"label\":\"Entity\"}");
            for (int i = 0; i < 3; i++) {
                String neighbor = made(tools, "neo4j_create_node", "{\"label\":\"Entity\"}");
                made(tools, "neo4j_create_relationship",
                        "{\"fromId\":\"" + center + "\",\"toId\":\"" + neighbor + "\",\"type\":\"RELATED_TO\"}");
            }
            String neighbors = "{\"id\":\"" + center + "\",\"depth\":1}";
            assertThat(tools.data("neo4j_find_neighbors", neighbors).get("nodes")).hasSize(3);
            tools.edit("tools/graph/neo4j_find_neighbors.camel.yaml", "found[..200] AS nodes, between", "found[..2] AS nodes, between");
            tools.until("neo4j_find_neighbors", neighbors, data -> data.get("nodes").size() == 2);

            String twoTypos = "{\"query\":\"" + name.replace("caravan", "ccravcn") + "\"}";
            tools.until("neo4j_fuzzy_search", twoTypos, data -> found(data, name));
            tools.edit("tools/graph/neo4j_fuzzy_search.camel.yaml", "constant: \"6\"", "constant: \"60\"");
            tools.until("neo4j_fuzzy_search", twoTypos, data -> !found(data, name));
        }
    }

    /** The id of what a call makes; tries again while constraints are being made, for which writes wait. */
    private static String made(EditedTools tools, String tool, String arguments) {
        AtomicReference<String> id = new AtomicReference<>();
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> id.set(tools.data(tool, arguments).get("id").asText()));
        return id.get();
    }

    private static boolean found(JsonNode data, String name) {
        return data.get("items").findValuesAsText("name").contains(name);
    }
}
