package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.Driver;
import org.springframework.beans.factory.annotation.Autowired;

/** A search finds what the data is now: by meaning and by words, after changes, moves, and the loss of the index. */
@Tag("nightly")
class SearchToolResultsTest extends SearchedNotesTest {

    @Autowired
    private Driver neo4j;

    @Test
    @DisplayName("执行 search 类型 Tool")
    void searchRanksByMeaningAndWordsWithinItsScope() {
        long table = table(NOTES);
        long tool = search(table, "/notes", "find");
        Made instance = instance(tool);
        ready(tool);
        JsonNode found = data(instance, "find", "{\"query\":\"refund policy\",\"top_k\":3}");
        assertThat(found.get("query").textValue()).isEqualTo("refund policy");
        JsonNode first = found.at("/results/0");
        assertThat(first.get("json_path").textValue()).startsWith("/returns/");
        assertThat(first.get("score").doubleValue()).isPositive();
        JsonNode chunk = first.get("chunk");
        assertThat(chunk.get("table_id").longValue()).isEqualTo(table);
        assertThat(chunk.get("json_pointer").textValue()).isEqualTo("/notes" + first.get("json_path").textValue());
        assertThat(chunk.get("char_start").intValue()).isZero();
        assertThat(chunk.get("char_end").intValue())
                .isEqualTo(chunk.get("chunk_text").textValue().codePointCount(0, chunk.get("chunk_text").textValue().length()));
        assertThat(List.of(chunk.get("chunk_index").intValue(), chunk.get("total_chunks").intValue())).containsExactly(0, 1);
        assertThat(chunk.get("content_hash").textValue()).matches("[0-9a-f]{64}");

        assertThat(data(instance, "find", "{\"query\":\"E-4711\"}").at("/results/0/json_path").textValue()).isEqualTo("/x~1y/text");
        assertThat(data(instance, "find", "{\"query\":\"泡茶的水温\"}").at("/results/0/json_path").textValue()).startsWith("/tea/");
        assertThat(data(instance, "find", "{\"query\":\"swordfish password safe\",\"top_k\":20}").toString()).doesNotContain("swordfish.",
                "/secret");
        assertThat(error(instance, "find", "{\"query\":\" \"}").get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error(instance, "find", "{\"query\":\"x\",\"top_k\":21}").get("message").textValue()).contains("top_k");
        assertThat(error(instance, "find", "{}").get("message").textValue()).contains("query");
    }

    @Test
    void changedTextIsReindexedAndDeletedTextIsNotFound() {
        long table = table(NOTES);
        long tool = search(table, "/notes", "find");
        Made instance = instance(tool);
        ready(tool);
        rest.put("/api/v1/tables/" + table + "/data?json_pointer_path=/notes",
                "{\"elements\":[{\"key\":\"tea\",\"content\":\"Black tea wants boiling water.\"}]}").data();
        await().untilAsserted(
                () -> assertThat(data(instance, "find", "{\"query\":\"boiling water\"}").at("/results/0/json_path").textValue())
                        .isEqualTo("/tea"));
        ready(tool);
        assertThat(data(instance, "find", "{\"query\":\"绿茶\",\"top_k\":20}").toString()).doesNotContain("八十度");
        rest.send("DELETE", "/api/v1/tables/" + table + "/data?json_pointer_path=/notes", "{\"keys\":[\"returns\",\"x/y\"]}").data();
        await().untilAsserted(() -> assertThat(data(instance, "find", "{\"query\":\"refund\",\"top_k\":20}").get("results")).hasSize(1));
        rest.put("/api/v1/tables/" + table, "{\"data\":{}}").data();
        JsonNode failed = failed(tool);
        assertThat(failed.get("last_error").textValue()).as("a place that is gone").isEqualTo("There is nothing at /notes");
        assertThat(rest.get("/api/v1/tools/" + tool).data().at("/metadata/search_index/last_error").asText()).contains("/notes");
        JsonNode error = error(instance, "find", "{\"query\":\"tea\"}");
        assertThat(error.get("code").textValue()).isEqualTo("NOT_FOUND");
        assertThat(error.get("message").textValue()).isEqualTo("There is nothing at /notes");
        assertThat(chunks(table)).isEmpty();
        rest.put("/api/v1/tables/" + table, "{\"data\":" + NOTES + "}").data();
        await().untilAsserted(() -> assertThat(data(instance, "find", "{\"query\":\"E-4711\"}").at("/results/0/json_path").textValue())
                .isEqualTo("/x~1y/text"));
    }

    @Test
    void searchAtAPlaceThatNeverWasFailsUntilThePlaceIsThere() {
        long table = table("{\"n\":1,\"notes\":{}}");
        long tool = search(table, "/nowhere", "find");
        Made instance = instance(tool, search(table, "/notes", "find_notes"), search(table, "/n", "find_number"));

        assertThat(failed(tool).get("last_error").textValue()).isEqualTo("There is nothing at /nowhere");
        assertThat(error(instance, "find", "{\"query\":\"tea\"}").get("code").textValue()).isEqualTo("NOT_FOUND");
        assertThat(data(instance, "find_notes", "{\"query\":\"tea\"}").get("results")).as("a place without texts").isEmpty();
        assertThat(data(instance, "find_number", "{\"query\":\"tea\"}").get("results")).isEmpty();

        rest.post("/api/v1/tables/" + table + "/data", "{\"elements\":[{\"key\":\"nowhere\",\"content\":[\"green tea\"]}]}").data();
        await().untilAsserted(() -> assertThat(rest.get("/api/v1/tools/" + tool + "/search-index").data().get("status").textValue())
                .isEqualTo("ready"));
        assertThat(data(instance, "find", "{\"query\":\"tea\"}").get("results")).hasSize(1);
    }

    private JsonNode failed(long tool) {
        return await().until(() -> rest.get("/api/v1/tools/" + tool + "/search-index").data(),
                index -> index.get("status").textValue().equals("error"));
    }

    @Test
    void movedAndDeletedToolsRemoveTheirChunks() {
        long table = table(NOTES);
        long notes = search(table, "/notes", "notes");
        long tea = search(table, "/notes/tea", "tea");
        Made instance = instance(notes, tea);
        ready(notes);
        ready(tea);
        assertThat(chunks(table)).hasSize(6);
        rest.delete("/api/v1/tools/" + notes).data();
        await().untilAsserted(() -> assertThat(chunks(table)).as("what the other still searches stays")
                .containsExactlyInAnyOrder("/notes/tea/title", "/notes/tea/text"));
        rest.put("/api/v1/tools/" + tea, "{\"json_path\":\"/secret\"}").data();
        await().untilAsserted(() -> assertThat(chunks(table)).containsExactly("/secret/text"));
        assertThat(data(instance, "tea", "{\"query\":\"swordfish\"}").at("/results/0/json_path").textValue()).isEqualTo("/text");
        rest.put("/api/v1/tools/" + tea, "{\"type\":\"get_all_data\"}").data();
        await().untilAsserted(() -> assertThat(chunks(table)).isEmpty());
        long last = search(table, "", "last");
        ready(last);
        assertThat(chunks(table)).hasSize(7);
        rest.delete("/api/v1/tables/" + table).data();
        await().untilAsserted(() -> assertThat(chunks(table)).isEmpty());
    }

    @Tag("nightly")
    @Test
    void lostIndexIsAnErrorUntilItIsRebuilt() throws Exception {
        long table = table(NOTES);
        ServerHandle server = SharedServers.get(ServerKind.NEO4J);
        long tool;
        Made instance;
        server.stop();
        try {
            tool = search(table, "/notes", "find");
            instance = instance(tool);
            JsonNode failed = await().atMost(Duration.ofSeconds(60)).until(
                    () -> rest.get("/api/v1/tools/" + tool(instance) + "/search-index").data(),
                    index -> index.get("status").textValue().equals("error"));
            assertThat(failed.get("last_error").textValue()).contains("can't be reached").doesNotContain("127.0.0.1");
            await("on a starved machine the call's own limit may come first").atMost(Duration.ofSeconds(60))
                    .until(() -> error(instance, "find", "{\"query\":\"tea\"}").get("code").textValue(), "DB_ERROR"::equals);
        } finally {
            server.start();
        }
        rest.put("/api/v1/tools/" + tool + "/search-index", "{}").data();
        assertThat(ready(tool).get("indexed_chunks_count").intValue()).isEqualTo(6);
        await().untilAsserted(() -> assertThat(data(instance, "find", "{\"query\":\"E-4711\"}").at("/results/0/json_path").textValue())
                .isEqualTo("/x~1y/text"));
    }

    private long tool(Made instance) {
        return rest.get("/api/v1/mcp/" + instance.key() + "/tools").data().get(0).get("tool_id").longValue();
    }

    private Set<String> chunks(long table) {
        try (var session = neo4j.session()) {
            List<String> pointers = session
                    .run("MATCH (c:CaravanChunk) WHERE c.collection ENDS WITH $collection RETURN c.pointer AS pointer",
                            java.util.Map.of("collection", ":table:" + table))
                    .list(found -> found.get("pointer").asString());
            return new java.util.TreeSet<>(pointers);
        }
    }
}
