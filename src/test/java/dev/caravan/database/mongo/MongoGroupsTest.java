package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an aggregate shows for a group, a minimum or a maximum of MongoDB is a filter that finds the value. Timestamps have a place. */
class MongoGroupsTest extends MongoTest {

    /** The embedded server reads text that begins with a dollar as a path, even in a group. */
    static Stream<Object> storedValues() {
        return MongoShownValuesTest.storedValues().filter(value -> !(value instanceof BsonRegularExpression || "$where".equals(value)));
    }

    @ParameterizedTest
    @MethodSource("storedValues")
    void whatAGroupShowsFindsItsRows(Object value) {
        STORE.with(database -> database.getCollection("people")
                .insertMany(List.of(new Document("g", 1).append("v", value), new Document("g", 2).append("v", "other"))));
        String metrics = "\"metrics\":{\"least\":{\"min\":\"v\"},\"most\":{\"max\":\"v\"}},\"filters\":{\"g\":1}}";
        JsonNode group = done("advanced", "mongodb",
                "{\"table\":\"people\",\"operation\":\"aggregate\",\"group_by\":[\"v\"]," + metrics).at("/data/0");
        for (String name : List.of("v", "least", "most")) {
            ObjectNode query = McpClient.object("{\"table\":\"people\"}");
            query.putObject("filters").set("v", group.get(name));
            JsonNode found = done("query", "mongodb", query.toString());
            assertThat(found.at("/data/0/g").intValue()).as(query + ": " + found).isEqualTo(1);
            assertThat(found.get("count").intValue()).isEqualTo(1);
        }
    }

    @Test
    void timestampsAreThePlaceOfAPage() {
        STORE.with(database -> database.getCollection("people").insertMany(IntStream.of(3, 1, 5, 2, 4)
                .mapToObj(n -> new Document("n", n).append("v", n == 1 ? new Date(0) : new BsonTimestamp(1_700_000_000, n))).toList()));
        for (String order : List.of("v", "-v")) {
            List<String> paged = new ArrayList<>();
            String after = "";
            do {
                JsonNode page = done("query", "mongodb",
                        "{\"table\":\"people\",\"limit\":2,\"order_by\":[\"" + order + "\"],\"after\":\"" + after + "\"}");
                paged.addAll(page.get("data").findValuesAsText("n"));
                after = page.path("next").asText();
            } while (!after.isEmpty() && paged.size() < 9);
            assertThat(paged).isEqualTo(order.equals("v") ? List.of("1", "2", "3", "4", "5") : List.of("5", "4", "3", "2", "1"));
        }
    }
}
