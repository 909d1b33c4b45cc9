package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.internal.UuidHelper;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MongoDB stores and gives back values as callers write them, and takes no value for an operator. */
class MongoValuesTest extends MongoTest {

    @Test
    void valuesRoundTrip() {
        String data = "{\"_id\":\"own\",\"long\":9223372036854775807,\"low\":-9223372036854775808,\"int\":1,\"double\":0.1,"
                + "\"decimal\":12345678901234.123456,\"huge\":123456789012345678901234567890,"
                + "\"text\":\"🚲 'quoted' \\u0001\",\"time\":\"2026-01-01T00:00:00Z\",\"micros\":\"2026-01-01T00:00:00.000001Z\","
                + "\"date\":\"2026-01-01\",\"yes\":true,\"none\":null,\"list\":[1,[2,{\"a\":[]}]],\"empty\":{}}";
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
    void documentsOfOtherProgramsAreReturnedAsJson() {
        UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        ObjectId reference = new ObjectId();
        STORE.with(database -> database.getCollection("people").insertOne(new Document("_id", new ObjectId()).append("owner", reference)
                .append("at", Date.from(Instant.parse("2026-05-06T07:08:09.123Z"))).append("bytes", new Binary(new byte[] {1, 2, 3}))
                .append("uuid", new Binary((byte) 4, UuidHelper.encodeUuidToBinary(uuid, UuidRepresentation.STANDARD)))
                .append("nan", Double.NaN)));
        JsonNode row = done("query", "mongodb", "{\"table\":\"people\",\"columns\":[\"owner\",\"at\",\"bytes\",\"uuid\",\"nan\"]}")
                .at("/data/0");
        assertThat(row.toString()).isEqualTo("{\"owner\":{\"$oid\":\"" + reference.toHexString()
                + "\"},\"at\":\"2026-05-06T07:08:09.123Z\",\"bytes\":{\"$binary\":{\"base64\":\"AQID\",\"subType\":\"00\"}},"
                + "\"uuid\":{\"$uuid\":\"" + uuid + "\"},\"nan\":{\"$numberDouble\":\"NaN\"}}");
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"owner\":\"" + reference.toHexString()
                + "\",\"at__gte\":\"2026-05-06T15:08:09.123+08:00\"}}").get("count").intValue()).isEqualTo(1);
        assertThat(done("query", "mongodb", "{\"table\":\"people\",\"filters\":{\"at__gt\":\"2026-05-06T15:08:09.123+08:00\"}}")
                .get("count").intValue()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$set\":1}", "{\"a.b\":1}", "{\"\":1}", "{\"a\":{\"$where\":\"1\"}}", "{\"a\":[{\"b\":{\"$gt\":1}}]}",
        "{\"a\\u0000b\":1}", "{\"n\":1234567890123456789012345678901234567890}"})
    void invalidFieldNamesAreRefused(String data) {
        failed("query_error", "insert", "mongodb", "{\"table\":\"people\",\"data\":[{\"n\":1}," + data + "]}");
        assertThat(done("query", "mongodb", "{\"table\":\"people\"}").get("count").intValue()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$where\":\"sleep(3000) || true\"}", "{\"n\":{\"$gt\":0}}", "{\"$or\":[{}]}", "{\"a.$b\":1}",
        "{\"n__regex\":\".\"}", "{\"\":1}", "{\"$expr__gt\":1}", "{\"n\":{\"a\":{\"$function\":{}}}}", "{\"n\":null}"})
    void filtersAreNeverOperators(String filters) {
        insert(rows(2));
        failed("query_error", "query", "mongodb", "{\"table\":\"people\",\"filters\":" + filters + "}");
        failed("query_error", "delete", "mongodb", "{\"table\":\"people\",\"filters\":" + filters + "}");
        assertThat(done("query", "mongodb", "{\"table\":\"people\"}").get("count").intValue()).isEqualTo(2);
    }
}
