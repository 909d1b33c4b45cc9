package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A search tool is answered at once; its index is made in the background and tells its state. */
@Tag("nightly")
class SearchToolIndexTest extends SearchedNotesTest {

    @Test
    @DisplayName("异步创建 Search Tool（快速返回）")
    void createAnswersAtOnceAndIndexesInTheBackground() {
        long table = table(NOTES);
        RestClient.Answer made = rest.post("/api/v1/tools/search",
                "{\"table_id\":" + table + ",\"json_path\":\"/notes\",\"name\":\"find\"}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.data().get("type").textValue()).isEqualTo("search");
        assertThat(made.data().at("/metadata/search_index/status").textValue()).isIn("pending", "indexing");
        assertThat(rest.post("/api/v1/tools/search", "{\"table_id\":" + table + ",\"type\":\"preview\",\"name\":\"find\"}").error())
                .isEqualTo("422/1006");
        assertThat(rest.as(newUser()).post("/api/v1/tools/search", "{\"table_id\":" + table + ",\"name\":\"find\"}").error())
                .isEqualTo("404/1004");
        ready(made.data().get("id").longValue());
    }

    @Test
    @DisplayName("轮询 Search Tool 索引构建状态")
    void clientPollsTheIndexStatus() {
        long table = table(NOTES);
        long tool = search(table, "/notes", "find");
        JsonNode index = ready(tool);
        assertThat(index.get("nodes_count").intValue()).isEqualTo(6);
        assertThat(index.get("chunks_count").intValue()).isEqualTo(6);
        assertThat(index.get("indexed_chunks_count").intValue()).isEqualTo(6);
        assertThat(index.get("indexed_at")).isEqualTo(index.get("finished_at"));
        assertThat(index.get("started_at").textValue()).isLessThanOrEqualTo(index.get("finished_at").textValue());
        assertThat(index.get("last_error").isNull()).isTrue();

        long other = tool(table, "preview", "no_search", "");
        assertThat(rest.get("/api/v1/tools/" + other + "/search-index").error()).isEqualTo("400/1001");
        assertThat(rest.put("/api/v1/tools/" + tool + "/search-index", "{}").data().get("status").textValue()).isIn("pending", "indexing");
        ready(tool);
        assertThat(rest.as(newUser()).get("/api/v1/tools/" + tool + "/search-index").error()).isEqualTo("404/1004");
        assertThat(rest.as(newUser()).put("/api/v1/tools/" + tool + "/search-index", "{}").error()).isEqualTo("404/1004");
    }

    @Test
    @DisplayName("创建 search 类型 Tool（成功）；配置通过 metadata 扩展")
    void metadataShowsTheIndex() {
        long tool = rest.post("/api/v1/tools/search", "{\"table_id\":" + table(NOTES) + ",\"name\":\"find\",\"metadata\":{\"team\":\"a\"}}")
                .data().get("id").longValue();
        ready(tool);
        JsonNode metadata = rest.get("/api/v1/tools/" + tool).data().get("metadata");
        assertThat(metadata.get("team").textValue()).isEqualTo("a");
        assertThat(metadata.at("/search_index/status").textValue()).isEqualTo("ready");
        assertThat(metadata.at("/search_index/indexed_chunks_count").intValue()).isEqualTo(7);
        assertThat(metadata.at("/search_index/indexed_at").isTextual()).isTrue();
        rest.put("/api/v1/tools/" + tool, "{\"metadata\":" + metadata + "}").data();
        assertThat(rest.get("/api/v1/tools/" + tool).data().at("/metadata/team").textValue()).isEqualTo("a");
    }

    @Test
    void resultsSayThatTheIndexIsIncomplete() {
        Made instance = instance(tool(table(NOTES), "search", "find", ""));
        JsonNode envelope = mcp(instance).envelope("find", McpClient.object("{\"query\":\"tea\"}"));
        assertThat(!envelope.at("/data/results").isEmpty() || envelope.at("/meta/warnings/0").asText().contains("index"))
                .as(envelope.toString()).isTrue();
    }
}
