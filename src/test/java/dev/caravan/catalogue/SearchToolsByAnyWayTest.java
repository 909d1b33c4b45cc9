package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A search tool gets its index however it came to be one. */
@Tag("full")
class SearchToolsByAnyWayTest extends SearchedNotesTest {

    @Test
    void postToToolsCreatesASearchTool() {
        JsonNode tool = rest.post("/api/v1/tools", "{\"table_id\":" + table(NOTES) + ",\"type\":\"search\",\"name\":\"find\"}").data();

        assertThat(tool.at("/metadata/search_index/status").textValue()).isIn("pending", "indexing", "ready");
        ready(tool.get("id").longValue());
        assertThat(data(instance(tool.get("id").longValue()), "find", "{\"query\":\"tea\"}").get("results")).isNotEmpty();
    }

    @Test
    void putTurnsAToolIntoASearchTool() {
        long tool = tool(table(NOTES), "get_all_data", "find", "");
        Made instance = instance(tool);

        JsonNode changed = rest.put("/api/v1/tools/" + tool, "{\"type\":\"search\"}").data();

        assertThat(changed.at("/metadata/search_index/status").textValue()).isIn("pending", "indexing", "ready");
        ready(tool);
        assertThat(data(instance, "find", "{\"query\":\"tea\"}").get("results")).isNotEmpty();
    }

    @Tag("full")
    @Test
    void putTurnsASearchToolIntoAnotherTypeAndBack() {
        long tool = tool(table(NOTES), "search", "find", "");
        ready(tool);
        assertThat(rest.put("/api/v1/tools/" + tool, "{\"type\":\"preview\"}").data().at("/metadata/search_index").isMissingNode())
                .isTrue();
        assertThat(rest.get("/api/v1/tools/" + tool + "/search-index").error()).isEqualTo("400/1001");

        rest.put("/api/v1/tools/" + tool, "{\"type\":\"search\"}").data();

        Made instance = instance(tool);
        soon(() -> {
            ready(tool); // what is left of the former index is cleaned up meanwhile, which may have it made once more
            JsonNode envelope = mcp(instance).envelope("find", McpClient.object("{\"query\":\"tea\"}"));
            assertThat(envelope.at("/meta/warnings").isMissingNode()).as(envelope.toString()).isTrue();
            assertThat(envelope.at("/data/results")).isNotEmpty();
        });
    }

    @Test
    void otherChangesDoNotRebuildAReadyIndex() {
        long tool = tool(table(NOTES), "search", "find", "");
        JsonNode before = ready(tool);

        rest.put("/api/v1/tools/" + tool, "{\"alias\":\"Find\",\"type\":\"search\"}").data();

        assertThat(rest.get("/api/v1/tools/" + tool + "/search-index").data()).isEqualTo(before);
    }
}
