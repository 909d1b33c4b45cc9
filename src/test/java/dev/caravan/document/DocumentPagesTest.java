package dev.caravan.document;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Pages of {@code mongo_find_all} with {@code cursor} miss and repeat nothing while documents are added, and fit into answers. */
class DocumentPagesTest extends DocumentTest {

    @Autowired
    private MongoClient mongo;

    @Autowired
    private MongoProperties properties;

    private MongoCollection<Document> stored() {
        return mongo.getDatabase(properties.database()).getCollection(Documents.COLLECTION);
    }

    private JsonNode page(int limit, String cursor) {
        JsonNode envelope = client.envelope("mongo_find_all", object("{\"limit\":" + limit + "}").put("cursor", cursor));
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
        return envelope;
    }

    @Test
    void pagesAreCompleteWhileDocumentsAreAdded() {
        String topic = "pages " + UUID.randomUUID();
        Date same = new Date();
        List<Document> saved = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            saved.add(new Document("_id", topic + i).append("topic", topic).append("content", "c").append("tags", List.of())
                    .append("createdAt", same).append("updatedAt", i < 22 ? same : null));
        }
        stored().insertMany(saved);
        List<String> before = stored().find().map(document -> String.valueOf(document.get("_id"))).into(new ArrayList<>());

        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode data = page(4, cursor).get("data");
            data.get("items").forEach(item -> seen.add(item.get("id").asText()));
            cursor = data.path("next").asText();
            save(document("added meanwhile"));
        } while (!cursor.isEmpty());

        assertThat(seen).doesNotHaveDuplicates().containsAll(before).hasSameSizeAs(before);
        stored().deleteMany(new Document("topic", topic));
    }

    @Test
    void nextPageStartsAfterAShortenedOne() {
        String mark = UUID.randomUUID().toString();
        List<String> saved = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            saved.add(0, save(document(mark).put("content", "字".repeat(19_000))));
        }

        JsonNode first = page(20, "");
        JsonNode second = page(20, first.at("/data/next").asText());

        List<String> seen = new ArrayList<>(first.at("/data/items").findValuesAsText("id"));
        seen.addAll(second.at("/data/items").findValuesAsText("id"));
        assertThat(first.get("meta").has("truncated")).isFalse();
        assertThat(first.at("/data/items")).hasSize(3);
        assertThat(seen).isEqualTo(saved.subList(0, 6));
    }

    @Test
    void documentLargerThanAResultIsShortened() {
        String id = UUID.randomUUID().toString();
        stored().insertOne(new Document("_id", id).append("topic", "large").append("content", "x".repeat(500_000)).append("tags", List.of())
                .append("updatedAt", new Date(System.currentTimeMillis() + 60_000)));
        try {
            JsonNode first = page(2, "");
            assertThat(first.at("/data/items").findValuesAsText("id")).containsExactly(id);
            assertThat(first.at("/meta/truncated").asBoolean()).isTrue();
            assertThat(page(2, first.at("/data/next").asText()).at("/data/items").findValuesAsText("id")).doesNotContain(id);
        } finally {
            stored().deleteOne(new Document("_id", id));
        }
    }

    @Test
    void foreignCursorIsRefused() {
        String order = "\"order\":\"{\\\"updatedAt\\\": -1, \\\"_id\\\": 1}\"";
        for (String json : List.of("x", "{}", "{" + order + ",\"values\":[1]}", "{" + order + ",\"values\":[{\"$ne\":1},\"x\"]}",
                "{" + order + ",\"values\":[[],\"x\"]}", "[".repeat(7_000), "{\"order\":\"{}\",\"values\":[1,2]}")) {
            String cursor = Base64.getUrlEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
            assertThat(client.envelope("mongo_find_all", object("{}").put("cursor", cursor)).at("/error/code").asText()).as(json)
                    .isEqualTo("INVALID_ARGUMENT");
        }
        assertThat(client.envelope("mongo_find_all", object("{\"cursor\":\"?\"}")).at("/error/message").asText())
                .isEqualTo("cursor must be next of the last answer, or \"\" for the first page");
    }
}
