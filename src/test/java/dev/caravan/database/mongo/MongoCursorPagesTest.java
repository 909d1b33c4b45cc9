package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages with {@code after} have each document once, in the server's order, whatever the types of the values; or they are refused. */
class MongoCursorPagesTest extends MongoTest {

    private static final List<Object> VALUES = List.of(1, 2L, 2.5, new Decimal128(new BigDecimal("3.1")), 4_000_000_000_000_000_001L, "3",
            "text", "65f000000000000000000001",
            "2026-01-02T03:04:05Z", new ObjectId("65f000000000000000000001"), new ObjectId("65f000000000000000000002"),
            new Date(1_700_000_000_000L), new Date(0), true, false);

    private void store(List<Document> documents) {
        STORE.with(database -> database.getCollection("people").insertMany(documents));
    }

    private List<JsonNode> paged(String order, int limit) {
        List<JsonNode> paged = new ArrayList<>();
        JsonNode page;
        String after = "";
        do {
            page = done("query", "mongodb", "{\"table\":\"people\",\"columns\":[\"n\"],\"order_by\":[" + order + "],\"limit\":" + limit
                    + ",\"after\":\"" + after + "\"}");
            page.get("data").forEach(row -> paged.add(row.get("n")));
            after = page.path("next").asText();
        } while (page.has("next") && paged.size() < 100);
        return paged;
    }

    private List<JsonNode> all(String order) {
        return done("query", "mongodb", "{\"table\":\"people\",\"order_by\":[" + order + "]}").get("data").findValues("n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"_id\"", "\"-_id\"", "\"v\",\"_id\"", "\"-v\",\"_id\"", "\"v\",\"-_id\""})
    void pagesWorkOnIdsAndValuesOfManyTypes(String order) {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 3 * VALUES.size(); i++) {
            Document document = new Document("_id", i < VALUES.size() ? VALUES.get(i) : "id " + i).append("n", i);
            documents.add(i % 7 == 6 ? document : document.append("v", i % 7 == 5 ? null : VALUES.get(i * 4 % VALUES.size())));
        }
        store(documents);
        assertThat(paged(order, 2)).isEqualTo(all(order)).hasSize(45);
    }

    /** The embedded server does not compare UUIDs with other bytes, as MongoDB does. */
    @ParameterizedTest
    @CsvSource({"_id,4", "-_id,4", "_id,0", "-_id,0"})
    void pagesWorkOnBinaryIds(String order, byte subtype) {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            byte[] bytes = new byte[16];
            Arrays.fill(bytes, (byte) (40 * i));
            documents.add(new Document("_id", new Binary(subtype, bytes)).append("n", i));
        }
        store(documents);
        assertThat(paged('"' + order + '"', 3)).isEqualTo(all('"' + order + '"')).hasSize(7);
    }

    @Test
    void incomparableValuesAreRefused() {
        store(List.of(new Document("n", 1).append("address", new Document("city", "Bern")),
                new Document("n", 2).append("address", List.of(1, 2)), new Document("n", 3).append("address", Double.NaN)));
        String start = "{\"table\":\"people\",\"after\":\"\",\"order_by\":[";
        assertThat(failed("query_error", "query", "mongodb", start + "\"address.city\"]}")).contains("address.city has a dot");
        assertThat(failed("query_error", "query", "mongodb", start + "\"address\"]}")).contains("address has a value of type");
        assertThat(done("query", "mongodb", start + "\"-n\"]}").get("data").findValuesAsText("n")).containsExactly("3", "2", "1");
        for (String value : new String[]{"{\\\"v\\\":{\\\"$gt\\\":1}}",
            "{\\\"v\\\":{\\\"$regularExpression\\\":{\\\"pattern\\\":\\\"x\\\",\\\"options\\\":\\\"\\\"}}}", "{\\\"v\\\":{\\\"$oid\\\":1}}",
            "x", "{\\\"v\\\":[1]}"}) {
            String after = Base64.getUrlEncoder()
                    .encodeToString(("{\"order\":[\"_id\"],\"values\":[\"" + value + "\"]}").getBytes(StandardCharsets.UTF_8));
            assertThat(
                    failed("query_error", "query", "mongodb", start.replace("\"after\":\"\"", "\"after\":\"" + after + "\"") + "\"_id\"]}"))
                    .startsWith("after must be");
        }
    }
}
