package dev.caravan.graph;

import static dev.caravan.McpClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No change of callers who work on the same nodes at once is lost or half done. */
@Tag("nightly")
class GraphConcurrencyTest extends ConcurrentGraphTest {

    private static final int CALLERS = 32;

    @Test
    void noPatchOfThirtyTwoCallersIsLost() throws Exception {
        String id = node();

        List<JsonNode> answers = all(CALLERS, caller -> {
            McpClient own = new McpClient(port());
            JsonNode last = null;
            for (int i = 0; i < 20; i++) {
                ObjectNode arguments = JSON.createObjectNode().put("id", id);
                arguments.putObject("patch").put("p" + caller + "_" + i, i);
                last = own.envelope("neo4j_update_node", arguments);
                for (int again = 0; again < 3 && isLate(last); again++) {
                    last = own.envelope("neo4j_update_node", arguments);
                }
                assertThat(last.get("ok").asBoolean()).as(last.toString()).isTrue();
            }
            return last;
        });

        assertThat(answers).hasSize(CALLERS);
        JsonNode properties = client.envelope("neo4j_find_node", JSON.createObjectNode().put("id", id)).at("/data/properties");
        assertThat(properties).hasSize(CALLERS * 20 + 1);
    }

    /** Waiting for the node took longer than a call may take, as it can on a busy machine; what was asked for was not done. */
    private static boolean isLate(JsonNode envelope) {
        return envelope.at("/error/code").asText().equals("DB_ERROR");
    }

    /** Nodes are deleted, patched and related at once: each answer is one of those that are foreseen, and nothing is half done. */
    @Test
    void concurrentDeletesPatchesAndRelationshipsLeaveNothingHalfWritten() throws Exception {
        List<String> ids = Collections.synchronizedList(new ArrayList<>(IntStream.range(0, 60).mapToObj(i -> node()).toList()));
        List<String> related = Collections.synchronizedList(new ArrayList<>());
        Map<String, Integer> outcomes = new java.util.concurrent.ConcurrentHashMap<>();

        all(CALLERS, caller -> {
            McpClient own = new McpClient(port());
            Random random = new Random(caller);
            for (int i = 0; i < 40; i++) {
                String a = ids.get(random.nextInt(ids.size()));
                String b = ids.get(random.nextInt(ids.size()));
                int what = random.nextInt(20);
                JsonNode envelope;
                if (what < 2) {
                    envelope = own.envelope("neo4j_delete_node", JSON.createObjectNode().put("id", a).put("detach", what == 0));
                } else if (what < 8) {
                    ObjectNode arguments = JSON.createObjectNode().put("id", a);
                    arguments.putObject("patch").put("at", i);
                    envelope = own.envelope("neo4j_update_node", arguments);
                } else {
                    envelope = own.envelope("neo4j_create_relationship",
                            JSON.createObjectNode().put("fromId", a).put("toId", b).put("type", "RELATED_TO"));
                    if (envelope.get("ok").asBoolean()) {
                        related.add(envelope.at("/data/id").asText());
                    }
                }
                outcomes.merge(envelope.get("ok").asBoolean() ? "OK" : envelope.at("/error/code").asText(), 1, Integer::sum);
            }
            return null;
        });

        assertThat(outcomes.keySet()).as(outcomes.toString()).isSubsetOf("OK", "NOT_FOUND", "INVALID_ARGUMENT");
        for (String id : related) {
            JsonNode envelope = client.envelope("neo4j_find_relationship", JSON.createObjectNode().put("id", id));
            if (envelope.get("ok").asBoolean()) {
                for (String end : List.of("fromId", "toId")) {
                    assertThat(client.envelope("neo4j_find_node", JSON.createObjectNode().put("id", envelope.at("/data/" + end).asText()))
                            .get("ok").asBoolean()).isTrue();
                }
            }
        }
        long without = driver.executableQuery(
                "MATCH (:Entity)-[r:RELATED_TO]->() WHERE r.id IS NULL AND r.reason IS NULL AND startNode(r).kind = 'concurrent' RETURN "
                        + "count(r) AS n")
                .execute().records().get(0).get("n").asLong();
        assertThat(without).as("relationships without their id").isZero();
    }
}
