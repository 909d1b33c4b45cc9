package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages with {@code after} lose and repeat no row, whatever the values of the order, the filters and the size of the page. */
class CursorValuesTest extends DatabaseTest {

    static Stream<String> databases() {
        return STORES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void booleansAndAsManyFiltersAsAllowed(String database) {
        STORES.get(database).create("cursor_flags", TestStore.columns("id INTEGER, active BOOLEAN"));
        done("insert", database, "{\"table\":\"cursor_flags\",\"data\":[" + IntStream.rangeClosed(1, 12).mapToObj(i ->
                "{\"id\":%d,\"active\":%s}".formatted(i, i % 4 == 0 ? "null" : i % 2 == 0)).collect(Collectors.joining(",")) + "]}");
        String choices = IntStream.range(0, 49).mapToObj(i -> "{\"id\":%d,\"id__gt\":0}".formatted(i + 2)).collect(Collectors.joining(","));
        for (String filters : new String[] {"{}", "{\"__or\":[" + choices + "],\"id__lt\":12}"}) {
            for (String order : new String[] {"\"active\",\"id\"", "\"-active\",\"id\"", "\"-active\",\"-id\""}) {
                String query = "{\"table\":\"cursor_flags\",\"columns\":[\"id\"],\"filters\":" + filters + ",\"order_by\":[" + order + "]";
                assertThat(paged(database, query, 2)).as(database + query).isEqualTo(ids(done("query", database, query + "}")));
            }
        }
    }

    private List<JsonNode> paged(String database, String query, int limit) {
        List<JsonNode> ids = new ArrayList<>();
        JsonNode page;
        String after = "";
        do {
            page = done("query", database, query + ",\"limit\":" + limit + ",\"after\":\"" + after + "\"}");
            ids.addAll(ids(page));
            after = page.path("next").asText();
        } while (page.has("next") && ids.size() < 2_000);
        return ids;
    }

    private static List<JsonNode> ids(JsonNode page) {
        return page.get("data").findValues("id");
    }
}
