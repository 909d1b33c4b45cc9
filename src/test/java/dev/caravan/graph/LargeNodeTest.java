package dev.caravan.graph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Test;

/**
 * A node that was written is answered as such, also when it is larger than an answer may be: an error would have its caller write it again.
 */
class LargeNodeTest extends GraphTest {

    @Test
    void tooLargeNodeIsCreatedOnceAndReturnedTruncated() {
        ObjectNode arguments = McpClient.object("{\"label\":\"Document\"}");
        ObjectNode properties = arguments.putObject("properties").put("name", "large-node-test");
        for (int i = 0; i < 40; i++) {
            properties.put("text" + i, "\u00e9".repeat(20_000));
        }

        JsonNode envelope = client.envelope("neo4j_create_node", arguments);

        assertThat(envelope.get("ok").booleanValue()).as(() -> envelope.toString().substring(0, 500)).isTrue();
        assertThat(envelope.at("/meta/truncated").booleanValue()).isTrue();
        assertThat(envelope.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length).isBetween(1_000, 204_800);
        JsonNode node = envelope.get("data").has("properties") ? envelope.get("data") : envelope.at("/data/node");
        assertThat(node.get("id").textValue()).hasSize(36);
        JsonNode deleted = client.envelope("neo4j_delete_node", McpClient.object("{}").put("id", node.get("id").textValue()));
        assertThat(deleted.get("ok").booleanValue()).as(deleted.toString()).isTrue();
    }
}
