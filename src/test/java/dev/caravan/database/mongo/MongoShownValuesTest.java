package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.MinKey;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tool shows for a value of MongoDB can be sent back, as data and as a filter, and means that value. */
@Tag("full")
class MongoShownValuesTest extends MongoTest {

    static Stream<Object> storedValues() {
        return Stream.of(new ObjectId("65f000000000000000000001"), "65f000000000000000000001", "65F000000000000000000001",
                new Binary((byte) 4, new byte[16]),
                new Binary(new byte[] {1, 2}), "00000000-0000-0000-0000-000000000000", "AQI=", new Date(1_700_000_000_123L),
                "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z", "2026-01-02", new Date(-62_135_596_800_000L - 86_400_000),
                new Date(253_402_300_800_000L), new Date(Long.MAX_VALUE),
                Decimal128.parse("1E+6000"), Decimal128.parse("12345678901234.123456"),
                Decimal128.parse("123456789012345678901234567890"), Decimal128.NaN, Decimal128.NEGATIVE_INFINITY, 0.1, 1e300, 5e-324,
                Double.POSITIVE_INFINITY, 9_007_199_254_740_993L,
                Long.MIN_VALUE, new BsonTimestamp(1_700_000_000, 7), new MinKey(), new BsonRegularExpression("^a.b", "i"), true,
                "{\"$oid\":1}", "$where", "",
                new Document("a", new Document("_id", new ObjectId("65f000000000000000000002"))),
                new Document("a", List.of(new Date(0), new Binary(new byte[]{3}), "1970-01-01T00:00:00Z")));
    }

    /** Sends back what was shown: as a filter, in a list, as data of an update, in another field, and as the id of another insert. */
    @ParameterizedTest
    @MethodSource("storedValues")
    void whatIsShownMeansThatValue(Object value) {
        boolean isId = !(value instanceof BsonRegularExpression);
        Object id = isId ? value : "pattern";
        STORE.with(database -> database.getCollection("people")
                .insertMany(List.of(new Document("_id", "other").append("v", "other"), new Document("_id", id).append("v", value))));
        ObjectNode byValue = McpClient.object("{\"table\":\"people\",\"order_by\":[\"-v\"]}");
        JsonNode shown = null;
        for (JsonNode row : done("query", "mongodb", byValue.toString()).get("data")) {
            shown = row.get("v").equals(McpClient.JSON.getNodeFactory().textNode("other")) ? shown : row;
        }
        ObjectNode filters = McpClient.JSON.createObjectNode();
        filters.set("v", shown.get("v"));
        if (isId) {
            assertThat(found(filters)).as(filters.toString()).isEqualTo(1);
            filters.removeAll().set("_id", shown.get("_id"));
            assertThat(found(filters)).as(filters.toString()).isEqualTo(1);
            if (!(value instanceof Document)) {
                filters.removeAll().putArray("v__in").add("none").add(shown.get("v"));
                assertThat(found(filters)).as(filters.toString()).isEqualTo(1);
            }
            ObjectNode again = McpClient.object("{\"table\":\"people\"}");
            again.putObject("data").set("_id", shown.get("_id"));
            failed("integrity_error", "insert", "mongodb", again.toString());
        } else {
            assertThat(failed("query_error", "query", "mongodb", "{\"table\":\"people\",\"filters\":" + filters + "}"))
                    .contains("patterns");
        }
        ObjectNode update = McpClient.object("{\"table\":\"people\",\"filters\":{\"_id\":\"other\"}}");
        update.putObject("data").set("v", shown.get("v"));
        ((ObjectNode) update.get("data")).set("w", shown.get("v"));
        done("update", "mongodb", update.toString());
        STORE.with(database -> {
            Document stored = database.getCollection("people").find(new Document("_id", "other")).first();
            assertThat(stored.get("v")).isEqualTo(value);
            assertThat(stored.get("w")).isEqualTo(value);
        });
        ObjectNode delete = McpClient.object("{\"table\":\"people\"}");
        delete.putObject("filters").set(isId ? "v" : "_id", isId ? shown.get("v") : shown.get("_id"));
        assertThat(done("delete", "mongodb", delete.toString()).get("deleted_count").intValue()).isEqualTo(isId ? 2 : 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1", "1.50", "100", "1E+40", "1E-900", "5455.49"})
    void decimalStaysADecimalWhenItIsSentBack(String number) {
        Decimal128 value = Decimal128.parse(number);
        STORE.with(database -> database.getCollection("people")
                .insertMany(List.of(new Document("_id", 1).append("v", value), new Document("_id", 2).append("v", value.doubleValue()))));
        JsonNode shown = done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"_id\":1}}").at("/data/0/v");
        assertThat(shown.isNumber()).isTrue();
        for (String operator : List.of("", "__gte", "__lte")) {
            assertThat(found((ObjectNode) McpClient.object("{\"_id\":1}").set("v" + operator, shown))).as(operator).isEqualTo(1);
        }
        for (String operator : List.of("__gt", "__lt")) {
            assertThat(found((ObjectNode) McpClient.object("{\"_id\":1}").set("v" + operator, shown))).as(operator).isZero();
        }
        for (int id = 1; id <= 2; id++) {
            done("update", "mongodb", "{\"table\":\"people\",\"filters\":{\"_id\":" + id + "},\"data\":{\"v\":" + shown
                    + ",\"w\":{\"$numberDecimal\":\"" + number + "\"}}}");
        }
        STORE.with(database -> {
            Document first = database.getCollection("people").find(new Document("_id", 1)).first();
            assertThat(first.get("v", Decimal128.class).bigDecimalValue()).isEqualByComparingTo(value.bigDecimalValue());
            assertThat(first.get("w")).isEqualTo(value);
            assertThat(database.getCollection("people").find(new Document("_id", 2)).first().get("v")).isNotInstanceOf(Decimal128.class);
        });
    }

    private int found(ObjectNode filters) {
        ObjectNode query = McpClient.object("{\"table\":\"people\"}");
        query.set("filters", filters);
        return done("query", "mongodb", query.toString()).get("count").intValue();
    }

    @Test
    void idShownAndWrittenElsewhereIsRefusedUnlessItsTypeIsTold() {
        String id = done("insert", "mongodb", "{\"table\":\"people\",\"data\":{\"name\":\"Ada\"}}").at("/inserted_ids/0").asText();
        assertThat(failed("query_error", "insert", "mongodb", "{\"table\":\"people\",\"data\":{\"owner\":\"" + id + "\"}}"))
                .isEqualTo("owner: the text " + id + " may be an ObjectId. Write {\"$oid\": \"" + id
                        + "\"} for an ObjectId or {\"$literal\": \"" + id + "\"} for text");
        done("insert", "mongodb", "{\"table\":\"people\",\"data\":[{\"_id\":\"a\",\"owner\":{\"$oid\":\"" + id
                + "\"}},{\"_id\":\"b\",\"owner\":{\"$literal\":\"" + id + "\"}}]}");
        STORE.with(database -> {
            assertThat(database.getCollection("people").find(new Document("_id", "a")).first().get("owner")).isEqualTo(new ObjectId(id));
            assertThat(database.getCollection("people").find(new Document("_id", "b")).first().get("owner")).isEqualTo(id);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$oid\":\"no\"}", "{\"$uuid\":1}", "{\"$binary\":\"x\"}", "{\"$date\":\"yesterday\"}",
        "{\"$numberDecimal\":\"1e9999\"}", "{\"$literal\":{\"$oid\":\"x\"}}", "{\"$literal\":1}",
        "{\"$type\":\"string\"}", "{\"$ref\":\"people\",\"$id\":1}", "{\"$oid\":\"65f000000000000000000001\",\"x\":1}",
        "{\"x\":1,\"$oid\":\"65f000000000000000000001\"}", "{\"$date\":{\"$date\":1}}"})
    void wrongExtendedJsonIsRefused(String value) {
        failed("query_error", "insert", "mongodb", "{\"table\":\"people\",\"data\":{\"v\":" + value + "}}");
        failed("query_error", "query", "mongodb", "{\"table\":\"people\",\"filters\":{\"v\":" + value + "}}");
        failed("query_error", "insert", "mongodb", "{\"table\":\"people\",\"data\":" + value + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$uuid\":\"123e4567-e89b-12d3-a456-426614174000\"}",
        "{\"$binary\":{\"base64\":\"AQID\",\"subType\":\"00\"}}", "{\"$oid\":\"65f000000000000000000001\"}",
        "{\"$date\":\"2026-01-02T00:00:00Z\"}",
        "{\"$numberDecimal\":\"1.5\"}", "{\"$numberLong\":\"5\"}", "{\"$numberDouble\":\"NaN\"}", "{\"$timestamp\":{\"t\":1,\"i\":2}}",
        "{\"$minKey\":1}"})
    void extendedJsonWorksInPipelines(String value) {
        done("insert", "mongodb", "{\"table\":\"people\",\"data\":[{\"v\":" + value + "},{\"v\":\"other\"}]}");
        assertThat(done("advanced", "mongodb",
                "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":[{\"$match\":{\"v\":" + value + "}}]}").get("data"))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"gte,2026-01-01,2", "gt,2026-01-01,1", "lt,2026-01-02,2", "lte,2026-01-01T00:00:00,1", "gt,2026-01-01T00:00:00.000001Z,1",
        "gte,2026-01-01T00:00:00.000001Z,1",
        "lt,2026-01-01T00:00:00.000001Z,1", "lte,2026-01-01T00:00:00.000001Z,1", "lt,+999999999-01-01,0",
        "gt,2025-12-31T23:59:59.999999Z,2", "lt,2025-12-31T23:59:59.999999Z,0"})
    void filterOfTimesTakesDaysAndTimesWithoutZoneAndParts(String operator, String time, int matches) {
        STORE.with(database -> database.getCollection("people")
                .insertMany(List.of(new Document("at", Date.from(Instant.parse("2026-01-01T00:00:00Z"))),
                new Document("at", Date.from(Instant.parse("2026-01-01T12:00:00Z"))))));
        assertThat(found(McpClient.object("{\"at__" + operator + "\":\"" + time + "\"}"))).isEqualTo(matches);
    }
}
