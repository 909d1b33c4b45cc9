package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where case does not matter in names of columns, pages with {@code after} have each row once, with the columns that were asked for. */
class CursorNamesTest extends DatabaseTest {

    @ParameterizedTest
    @CsvSource({"mysql,NAME", "mysql,-Name", "sqlite,NAME", "sqlite,-Name"})
    void namesMayHaveAnyCase(String database, String order) {
        run(database, "drop table if exists cursor_names", "create table cursor_names (id int primary key, name varchar(20), n int)",
                "insert into cursor_names values (1, 'a', 0), (2, 'c', 0), (3, 'b', 0), (4, null, 0), (5, 'c', 0)");
        List<Integer> ids = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = done("query", database, "{\"table\":\"cursor_names\",\"order_by\":[\"" + order
                    + "\"],\"columns\":[\"ID\"],\"limit\":2,\"after\":\"" + after + "\"}");
            for (JsonNode row : page.get("data")) {
                assertThat(row.fieldNames()).toIterable().as(row.toString()).containsExactly("id");
                ids.add(row.get("id").intValue());
            }
            after = page.path("next").asText();
        } while (!after.isEmpty() && ids.size() < 20);

        assertThat(ids).isEqualTo(order.startsWith("-") ? List.of(5, 2, 3, 1, 4) : List.of(4, 1, 3, 2, 5));
        assertThat(failed("query_error", "query", database, "{\"table\":\"cursor_names\",\"order_by\":[\"nam\"],\"after\":\"\"}"))
                .contains("has no column nam");
    }
}
