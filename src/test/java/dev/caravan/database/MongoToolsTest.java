package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.caravan.McpClient;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.internal.UuidHelper;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tools of MongoDB. */
class MongoToolsTest extends DatabaseTest {

    private static final MongoTestStore STORE = (MongoTestStore) STORES.get("mongodb");

    @BeforeEach
    void collections() {
        STORE.with(database -> {
            database.getCollection("people").drop();
            database.createCollection("people");
        });
    }

    @Test
    void whatIsInsertedIsFoundChangedAndDeleted() {
        JsonNode one = done("insert", "mongodb", "{\"table\":\"people\",\"data\":{\"name\":\"张三\",\"age\":30,\"tags\":[\"a\",\"b\"],\"address\":{\"city\":\"北京\"}}}");
        assertThat(one.get("inserted_count").intValue()).isEqualTo(1);
        String id = one.at("/inserted_ids/0").asText();
        assertThat(ObjectId.isValid(id)).isTrue();

        JsonNode found = done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"_id\":\"" + id + "\"}}");
        assertThat(found.get("data").toString()).isEqualTo("[{\"_id\":\"" + id + "\",\"name\":\"张三\",\"age\":30,\"tags\":[\"a\",\"b\"],\"address\":{\"city\":\"北京\"}}]");
        assertThat(found.get("count").intValue()).isEqualTo(1);
        assertThat(found.get("has_more").booleanValue()).isFalse();

        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"address.city\":\"北京\",\"tags\":\"b\"},\"columns\":[\"name\"]}").get("data").toString()).isEqualTo("[{\"name\":\"张三\"}]");
        assertThat(done("update", "mongodb", "{\"table\":\"people\",\"data\":{\"age\":null,\"address.city\":\"上海\"},\"filters\":{\"_id\":\"" + id + "\"}}").get("updated_count").intValue()).isEqualTo(1);
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"age__isnull\":true},\"columns\":[\"age\",\"address\"]}").get("data").toString())
                .isEqualTo("[{\"age\":null,\"address\":{\"city\":\"上海\"}}]");
        assertThat(done("delete", "mongodb", "{\"table\":\"people\",\"filters\":{\"_id__in\":[\"" + id + "\"]}}").get("deleted_count").intValue()).isEqualTo(1);
        assertThat(done("query", "mongodb", "{\"table\":\"people\"}").get("count").intValue()).isZero();
    }

    @Test
    void twoConditionsOnOneFieldBothHold() {
        insert(rows(20));
        JsonNode some = done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"n__gte\":5,\"n__lt\":15},\"order_by\":[\"-n\"],\"limit\":3,\"offset\":2}");
        assertThat(some.get("data")).extracting(row -> row.get("n").intValue()).containsExactly(12, 11, 10);
        assertThat(some.get("count").intValue()).isEqualTo(10);
        assertThat(some.get("has_more").booleanValue()).isTrue();
    }

    @Test
    void whatGoesInComesOut() {
        String data = "{\"_id\":\"own\",\"long\":9223372036854775807,\"low\":-9223372036854775808,\"int\":1,\"double\":0.1,\"decimal\":12345678901234.123456,\"huge\":123456789012345678901234567890,"
                + "\"text\":\"🚲 'quoted' \\u0001\",\"time\":\"2026-01-01T00:00:00Z\",\"micros\":\"2026-01-01T00:00:00.000001Z\",\"date\":\"2026-01-01\",\"yes\":true,\"none\":null,\"list\":[1,[2,{\"a\":[]}]],\"empty\":{}}";
        done("insert", "mongodb", "{\"table\":\"people\",\"data\":" + data + "}");
        JsonNode row = done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"_id\":\"own\"}}").at("/data/0");
        assertThat(row.toString()).isEqualTo(McpClient.object(data).toString());
        STORE.with(database -> {
            Document stored = database.getCollection("people").find().first();
            assertThat(stored.get("time")).isEqualTo(Date.from(Instant.parse("2026-01-01T00:00:00Z")));
            assertThat(stored.get("micros")).isEqualTo("2026-01-01T00:00:00.000001Z");
            assertThat(stored.get("long")).isEqualTo(Long.MAX_VALUE);
            assertThat(stored.get("double")).isEqualTo(0.1);
            assertThat(stored.get("decimal")).isEqualTo(new Decimal128(new BigDecimal("12345678901234.123456")));
        });
    }

    @Test
    void whatOtherProgramsStoredIsJson() {
        UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        ObjectId reference = new ObjectId();
        STORE.with(database -> database.getCollection("people").insertOne(new Document("_id", new ObjectId()).append("owner", reference)
                .append("at", Date.from(Instant.parse("2026-05-06T07:08:09.123Z"))).append("bytes", new Binary(new byte[] {1, 2, 3}))
                .append("uuid", new Binary((byte) 4, UuidHelper.encodeUuidToBinary(uuid, UuidRepresentation.STANDARD))).append("nan", Double.NaN)));
        JsonNode row = done("query", "mongodb", "{\"table\":\"people\",\"columns\":[\"owner\",\"at\",\"bytes\",\"uuid\",\"nan\"]}").at("/data/0");
        assertThat(row.toString()).isEqualTo("{\"owner\":\"" + reference.toHexString() + "\",\"at\":\"2026-05-06T07:08:09.123Z\",\"bytes\":\"AQID\",\"uuid\":\"" + uuid + "\",\"nan\":\"NaN\"}");
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"owner\":\"" + reference.toHexString() + "\",\"at__gte\":\"2026-05-06T15:08:09.123+08:00\"}}").get("count").intValue()).isEqualTo(1);
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"at__gt\":\"2026-05-06T15:08:09.123+08:00\"}}").get("count").intValue()).isZero();
    }

    @Test
    void aBatchWithOneThatIsRefusedStoresNone() {
        done("insert", "mongodb", "{\"table\":\"people\",\"data\":{\"_id\":\"taken\"}}");
        ArrayNode rows = rows(5_000);
        ((ObjectNode) rows.get(4_321)).put("_id", "taken");
        ObjectNode arguments = McpClient.object("{\"table\":\"people\"}");
        arguments.set("data", rows);

        JsonNode refused = call("insert", "mongodb", arguments);

        assertThat(refused.at("/error/type").asText()).as(refused.toString()).isEqualTo("integrity_error");
        assertThat(done("query", "mongodb", "{\"table\":\"people\"}").get("data").toString()).isEqualTo("[{\"_id\":\"taken\"}]");

        ((ObjectNode) rows.get(4_321)).put("_id", "free");
        arguments.set("data", rows);
        JsonNode stored = call("insert", "mongodb", arguments);
        assertThat(stored.get("inserted_count").intValue()).isEqualTo(5_000);
        assertThat(stored.get("inserted_ids")).hasSize(5_000);
        assertThat(stored.at("/inserted_ids/4321").asText()).isEqualTo("free");
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"_id\":\"" + stored.at("/inserted_ids/77").asText() + "\"}}").at("/data/0/n").intValue()).isEqualTo(77);
    }

    @Test
    void whatWasStoredBeforeTheRefusedOneIsTakenBack() {
        STORE.with(database -> database.getCollection("people").createIndex(Indexes.ascending("n"), new IndexOptions().unique(true)));
        done("insert", "mongodb", "{\"table\":\"people\",\"data\":{\"n\":1200}}");
        ArrayNode rows = rows(1_000);
        ((ObjectNode) rows.get(900)).put("n", 1_200);
        ObjectNode arguments = McpClient.object("{\"table\":\"people\"}");
        arguments.set("data", rows);
        JsonNode refused = call("insert", "mongodb", arguments);
        assertThat(refused.at("/error/type").asText()).as(refused.toString()).isEqualTo("integrity_error");
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"columns\":[\"n\"]}").get("data").toString()).isEqualTo("[{\"n\":1200}]");
    }

    @Test
    void withoutFiltersNothingIsChanged() {
        insert(rows(3));
        for (String filters : new String[] {"", ",\"filters\":{}", ",\"filters\":null"}) {
            failed("permission_error", "update", "mongodb", "{\"table\":\"people\",\"data\":{\"n\":9}" + filters + "}");
            failed("permission_error", "delete", "mongodb", "{\"table\":\"people\"" + filters + "}");
        }
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"n__lt\":3}}").get("count").intValue()).isEqualTo(3);
    }

    @Test
    void aCollectionMustBeThereToBeFoundAndAddedTo() {
        assertThat(failed("query_error", "query", "mongodb", "{\"table\":\"peple\"}")).contains("people");
        assertThat(failed("query_error", "insert", "mongodb", "{\"table\":\"peple\",\"data\":{\"a\":1}}")).contains("people");
        failed("query_error", "query", "mongodb", "{\"table\":\"system.indexes\"}");
        failed("query_error", "insert", "mongodb", "{\"table\":\"system.users\",\"data\":{\"a\":1}}");
        STORE.with(database -> assertThat(database.listCollectionNames()).doesNotContain("peple", "header"));
    }

    @Test
    void oneThatTheSettingsNameIsMadeByTheFirstInsert() {
        STORE.with(database -> database.getCollection("listed").drop());
        done("insert", "documents", "{\"table\":\"listed\",\"data\":{\"a\":1}}");
        await().until(() -> call("query", "documents", "{\"table\":\"listed\"}").at("/count").intValue() == 1);
        assertThat(failed("permission_error", "query", "documents", "{\"table\":\"people\"}")).contains("listed");
        failed("permission_error", "insert", "documents", "{\"table\":\"people\",\"data\":{\"a\":1}}");
        failed("permission_error", "query", "documents", "{\"table\":\"secret\"}");
        failed("permission_error", "advanced", "documents", "{\"table\":\"listed\",\"operation\":\"aggregate\",\"pipeline\":[{\"$lookup\":{\"from\":\"people\",\"localField\":\"a\",\"foreignField\":\"n\",\"as\":\"x\"}}]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$set\":1}", "{\"a.b\":1}", "{\"\":1}", "{\"a\":{\"$where\":\"1\"}}", "{\"a\":[{\"b\":{\"$gt\":1}}]}", "{\"a\\u0000b\":1}", "{\"n\":1234567890123456789012345678901234567890}"})
    void whatWouldNotBeAFieldIsRefused(String data) {
        failed("query_error", "insert", "mongodb", "{\"table\":\"people\",\"data\":[{\"n\":1}," + data + "]}");
        assertThat(done("query", "mongodb", "{\"table\":\"people\"}").get("count").intValue()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$where\":\"sleep(3000) || true\"}", "{\"n\":{\"$gt\":0}}", "{\"$or\":[{}]}", "{\"a.$b\":1}", "{\"n__regex\":\".\"}", "{\"\":1}", "{\"$expr__gt\":1}", "{\"n\":{\"a\":{\"$function\":{}}}}", "{\"n\":null}"})
    void noFilterIsAnOperator(String filters) {
        insert(rows(2));
        failed("query_error", "query", "mongodb", "{\"table\":\"people\",\"filters\":" + filters + "}");
        failed("query_error", "delete", "mongodb", "{\"table\":\"people\",\"filters\":" + filters + "}");
        assertThat(done("query", "mongodb", "{\"table\":\"people\"}").get("count").intValue()).isEqualTo(2);
    }

    @Test
    void aggregations() {
        done("insert", "mongodb", "{\"table\":\"people\",\"data\":[{\"status\":\"paid\",\"user\":1,\"amount\":10.5},{\"status\":\"paid\",\"user\":2,\"amount\":1},{\"status\":\"paid\",\"user\":1,\"amount\":2},{\"status\":\"new\",\"user\":1,\"amount\":99}]}");
        String pipeline = "[{\"$match\":{\"status\":\"paid\"}},{\"$group\":{\"_id\":\"$user\",\"total\":{\"$sum\":\"$amount\"}}},{\"$sort\":{\"_id\":1}}]";
        JsonNode beside = done("advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":" + pipeline + "}");
        assertThat(beside.get("data").toString()).isEqualTo("[{\"_id\":1,\"total\":12.5},{\"_id\":2,\"total\":1}]");
        assertThat(beside.get("count").intValue()).isEqualTo(2);
        assertThat(done("advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"aggregate\",\"params\":{\"pipeline\":" + pipeline + "}}").get("data")).isEqualTo(beside.get("data"));
        assertThat(done("advanced", "archive", "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":" + pipeline + "}").get("data")).as("read-only too").isEqualTo(beside.get("data"));
    }

    @Test
    void anAggregationFindsIdsAndTimes() {
        ObjectId id = new ObjectId();
        STORE.with(database -> database.getCollection("people").insertMany(List.of(new Document("_id", id).append("at", Date.from(Instant.parse("2026-01-02T00:00:00Z"))), new Document("_id", new ObjectId()))));
        for (String match : List.of("{\"_id\":\"" + id + "\"}", "{\"_id\":{\"$in\":[\"" + id + "\"]}}", "{\"$or\":[{\"_id\":\"" + id + "\"}]}", "{\"_id\":{\"$oid\":\"" + id + "\"}}",
                "{\"at\":{\"$gt\":{\"$date\":\"2026-01-01T00:00:00Z\"}}}")) {
            JsonNode found = done("advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":[{\"$match\":" + match + "}]}");
            assertThat(found.get("data")).as(match).hasSize(1);
            assertThat(found.at("/data/0/_id").asText()).isEqualTo(id.toHexString());
        }
    }

    @Test
    void anAggregationStopsAtAThousand() {
        insert(rows(1_200));
        JsonNode found = done("advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":[{\"$project\":{\"_id\":0,\"n\":1}}]}");
        assertThat(found.get("data")).hasSize(1_000);
        assertThat(found.get("has_more").booleanValue()).isTrue();
    }

    static Stream<String> pipelines() {
        return Stream.of("[{\"$out\":\"stolen\"}]", "[{\"$merge\":{\"into\":\"stolen\"}}]", "[{\"$match\":{\"$where\":\"true\"}}]", "[{\"$match\":{\"$expr\":{\"$function\":{\"body\":\"\",\"args\":[],\"lang\":\"js\"}}}}]",
                "[{\"$group\":{\"_id\":1,\"x\":{\"$accumulator\":{}}}}]", "[{\"$facet\":{\"a\":[{\"$out\":\"stolen\"}]}}]", "[{\"$lookup\":{\"from\":\"people\",\"pipeline\":[{\"$merge\":\"stolen\"}],\"as\":\"x\"}}]",
                "[{\"$lookup\":{\"from\":{\"db\":\"caravan\",\"coll\":\"documents\"},\"as\":\"x\"}}]", "[{\"$lookup\":{\"from\":\"system.users\",\"as\":\"x\"}}]", "[{\"$unionWith\":\"system.profile\"}]",
                "[{\"$unionWith\":{\"coll\":\"people\",\"pipeline\":[{\"$out\":\"stolen\"}]}}]", "[{\"$currentOp\":{}}]", "[{\"$listSessions\":{}}]", "[{\"$collStats\":{}}]", "[{\"$indexStats\":{}}]",
                "[{\"$match\":{},\"$out\":\"stolen\"}]", "[{}]", "[{\"$match\":{\"a\":{\"$code\":\"x\"}}}]", "[{\"$match\":{\"_id\":{\"$oid\":\"no\"}}}]", "[{\"$nonsense\":1}]");
    }

    @ParameterizedTest
    @MethodSource("pipelines")
    void aPipelineThatDoesMoreThanReadIsRefused(String pipeline) {
        insert(rows(1));
        JsonNode refused = call("advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":" + pipeline + "}");
        assertThat(refused.at("/error/type").asText()).as(refused.toString()).isIn("query_error", "permission_error");
        STORE.with(database -> assertThat(database.listCollectionNames()).doesNotContain("stolen"));
    }

    @Test
    void aTransactionNeedsAReplicaSet() {
        String operations = "[{\"type\":\"insert\",\"data\":{\"name\":\"新用户\"}},{\"type\":\"update\",\"data\":{\"status\":\"active\"},\"filters\":{\"name\":\"新用户\"}}]";
        assertThat(failed("query_error", "advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"transaction\",\"operations\":" + operations + "}")).contains("replica set");
        assertThat(done("query", "mongodb", "{\"table\":\"people\"}").get("count").intValue()).isZero();
        failed("permission_error", "advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"transaction\",\"operations\":[{\"type\":\"delete\",\"filters\":{}}]}");
        failed("query_error", "advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"transaction\",\"operations\":[{\"type\":\"insert\"}]}");
        failed("query_error", "advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"transaction\"}");
    }

    @Test
    void aReadOnlyDatabaseHasNoWritingTools() {
        JsonNode tools = client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult").result().get("tools");
        List<String> names = new ArrayList<>();
        tools.forEach(tool -> names.add(tool.get("name").asText()));
        assertThat(names).contains("db_query_archive", "db_advanced_archive", "db_insert_mongodb").doesNotContain("db_insert_archive", "db_update_archive", "db_delete_archive");
        failed("query_error", "advanced", "archive", "{\"table\":\"people\",\"operation\":\"transaction\",\"operations\":[{\"type\":\"delete\",\"filters\":{\"n\":1}}]}");
    }

    @Test
    void anUpdateThatIsRefusedIsToldInTheDatabasesWords() {
        done("insert", "mongodb", "{\"table\":\"people\",\"data\":[{\"_id\":\"a\"},{\"_id\":\"b\"}]}");
        assertThat(failed("query_error", "update", "mongodb", "{\"table\":\"people\",\"data\":{\"_id\":\"c\"},\"filters\":{\"_id\":\"a\"}}")).contains("_id").doesNotContain("127.0.0.1");
        STORE.with(database -> database.getCollection("people").createIndex(new Document("email", 1), new IndexOptions().unique(true).sparse(true)));
        done("update", "mongodb", "{\"table\":\"people\",\"data\":{\"email\":\"x@e.org\"},\"filters\":{\"_id\":\"a\"}}");
        assertThat(failed("integrity_error", "update", "mongodb", "{\"table\":\"people\",\"data\":{\"email\":\"x@e.org\"},\"filters\":{\"_id\":\"b\"}}")).contains("E11000");
    }

    private static ArrayNode rows(int count) {
        ArrayNode rows = McpClient.JSON.createArrayNode();
        for (int n = 0; n < count; n++) {
            rows.addObject().put("n", n);
        }
        return rows;
    }

    private void insert(ArrayNode rows) {
        ObjectNode arguments = McpClient.object("{\"table\":\"people\"}");
        arguments.set("data", rows);
        assertThat(call("insert", "mongodb", arguments).get("success").booleanValue()).isTrue();
    }
}
