package dev.caravan.call.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** No schema that clients get refers to itself: some clients drop a tool whose schema does. */
class FiniteSchemasTest extends OwnToolsTest {

    @Test
    void circularReferencesAreRefused() {
        JsonNode tools = list();
        assertThat(tools.size()).isGreaterThan(25);
        for (JsonNode tool : tools) {
            for (String schema : new String[] {"inputSchema", "outputSchema"}) {
                finite(tool.path(schema), tool.path(schema), tool.get("name").asText() + " " + schema, "");
            }
        }
    }

    private static void finite(JsonNode root, JsonNode node, String where, String followed) {
        if (node.path("$ref").isTextual()) {
            String reference = node.get("$ref").asText();
            assertThat(followed).as(where).doesNotContain(reference + " ");
            assertThat(reference).as(where).startsWith("#");
            finite(root, root.at(reference.substring(1)), where, followed + reference + " ");
        }
        node.forEach(child -> finite(root, child, where, followed));
    }
}
