package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.client.model.IndexOptions;
import dev.caravan.McpClient;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** The tools insert, find, change and delete documents of MongoDB; a batch that MongoDB refuses midway is told document by document. */
class MongoRecordsTest extends MongoTest {

    @Test
    void insertQueryUpdateAndDeleteWork() {
        JsonNode one = done("insert", "mongodb",
                "{\"table\":\"people\",\"data\":{\"name\":\"张三\",\"age\":30,\"tags\":[\"a\",\"b\"],\"address\":{\"city\":\"北京\"}}}");
        assertThat(one.get("inserted_count").intValue()).isEqualTo(1);
        String id = one.at("/inserted_ids/0").asText();
        assertThat(ObjectId.isValid(id)).isTrue();

        JsonNode found = done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"_id\":\"" + id + "\"}}");
        assertThat(found.get("data").toString())
                .isEqualTo("[{\"_id\":\"" + id + "\",\"name\":\"张三\",\"age\":30,\"tags\":[\"a\",\"b\"],\"address\":{\"city\":\"北京\"}}]");
        assertThat(found.get("count").intValue()).isEqualTo(1);
        assertThat(found.get("has_more").booleanValue()).isFalse();

        assertThat(done("query", "mongodb",
                "{\"table\":\"people\",\"filters\":{\"address.city\":\"北京\",\"tags\":\"b\"},\"columns\":[\"name\"]}").get("data")
                .toString()).isEqualTo("[{\"name\":\"张三\"}]");
        assertThat(done("update", "mongodb",
                "{\"table\":\"people\",\"data\":{\"age\":null,\"address.city\":\"上海\"},\"filters\":{\"_id\":\"" + id + "\"}}")
                .get("updated_count").intValue()).isEqualTo(1);
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"age__isnull\":true},\"columns\":[\"age\",\"address\"]}")
                .get("data").toString())
                .isEqualTo("[{\"age\":null,\"address\":{\"city\":\"上海\"}}]");
        assertThat(done("delete", "mongodb", "{\"table\":\"people\",\"filters\":{\"_id__in\":[\"" + id + "\"]}}").get("deleted_count")
                .intValue()).isEqualTo(1);
        assertThat(done("query", "mongodb", "{\"table\":\"people\"}").get("count").intValue()).isZero();
    }

    @Test
    void twoConditionsOnOneFieldAreCombined() {
        insert(rows(20));
        JsonNode some = done("query", "mongodb",
                "{\"table\":\"people\",\"filters\":{\"n__gte\":5,\"n__lt\":15},\"order_by\":[\"-n\"],\"limit\":3,\"offset\":2}");
        assertThat(some.get("data")).extracting(row -> row.get("n").intValue()).containsExactly(12, 11, 10);
        assertThat(some.get("count").intValue()).isEqualTo(10);
        assertThat(some.get("has_more").booleanValue()).isTrue();
    }

    @Test
    void aRefusedDocumentOfABatchIsToldBesideTheWritten() {
        done("insert", "mongodb", "{\"table\":\"people\",\"data\":{\"_id\":\"taken\"}}");
        ArrayNode rows = rows(5_000);
        ((ObjectNode) rows.get(1_321)).put("_id", "taken");
        ObjectNode arguments = McpClient.object("{\"table\":\"people\"}");
        arguments.set("data", rows);

        JsonNode refused = call("insert", "mongodb", arguments);

        assertThat(refused.at("/error/type").asText()).as(refused.toString()).isEqualTo("integrity_error");
        assertThat(refused.at("/error/message").asText()).startsWith("Not written: 3679 (row 1322 with id taken: E11000")
                .contains("; row 1323 with id ")
                .contains(": not tried, because row 1322 was refused").contains("Written: 1321 (ids ").hasSizeLessThan(6_000);
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"limit\":1}").get("count").intValue()).isEqualTo(1_322);

        ((ObjectNode) rows.get(1_321)).put("_id", "free");
        while (rows.size() > 1_500) { // the embedded server would take too long for more
            rows.remove(rows.size() - 1);
        }
        arguments.set("data", rows);
        JsonNode stored = call("insert", "mongodb", arguments);
        assertThat(stored.get("inserted_count").intValue()).isEqualTo(1_500);
        assertThat(stored.get("inserted_ids")).hasSize(1_500);
        assertThat(stored.at("/inserted_ids/1321").asText()).isEqualTo("free");
        assertThat(
                done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"_id\":\"" + stored.at("/inserted_ids/77").asText() + "\"}}")
                        .at("/data/0/n").intValue())
                .isEqualTo(77);
    }

    @Test
    void changesWithoutFiltersAreRefused() {
        insert(rows(3));
        for (String filters : new String[] {"", ",\"filters\":{}", ",\"filters\":null"}) {
            failed("permission_error", "update", "mongodb", "{\"table\":\"people\",\"data\":{\"n\":9}" + filters + "}");
            failed("permission_error", "delete", "mongodb", "{\"table\":\"people\"" + filters + "}");
        }
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"n__lt\":3}}").get("count").intValue()).isEqualTo(3);
    }

    @Test
    void refusedUpdateHasTheMessageOfTheDatabase() {
        done("insert", "mongodb", "{\"table\":\"people\",\"data\":[{\"_id\":\"a\"},{\"_id\":\"b\"}]}");
        assertThat(
                failed("query_error", "update", "mongodb", "{\"table\":\"people\",\"data\":{\"_id\":\"c\"},\"filters\":{\"_id\":\"a\"}}"))
                .contains("_id").doesNotContain("127.0.0.1");
        STORE.with(database -> database.getCollection("people").createIndex(new Document("email", 1),
                new IndexOptions().unique(true).sparse(true)));
        done("update", "mongodb", "{\"table\":\"people\",\"data\":{\"email\":\"x@e.org\"},\"filters\":{\"_id\":\"a\"}}");
        assertThat(failed("integrity_error", "update", "mongodb",
                "{\"table\":\"people\",\"data\":{\"email\":\"x@e.org\"},\"filters\":{\"_id\":\"b\"}}")).contains("E11000");
    }

    @Test
    void documentsAreReadUpToALimit() {
        String text = "x".repeat(100_000);
        STORE.with(database -> database.getCollection("people")
                .insertMany(IntStream.range(0, 60).mapToObj(n -> new Document("n", n).append("v", text)).toList()));
        JsonNode page = done("query", "mongodb", "{\"table\":\"people\",\"order_by\":[\"n\"],\"limit\":60}");
        assertThat(page.at("/data/0/n").intValue()).isZero();
        assertThat(page.get("count").intValue()).isEqualTo(60);
        assertThat(page.get("has_more").booleanValue()).isTrue();
        assertThat(page.get("truncated").booleanValue()).isTrue();
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"columns\":[\"n\"],\"limit\":60}").get("data")).hasSize(60);
        JsonNode found = done("advanced", "mongodb",
                "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":[{\"$sort\":{\"n\":1}}]}");
        assertThat(found.get("has_more").booleanValue()).isTrue();
        assertThat(found.get("count").intValue()).isLessThan(60);
    }
}
