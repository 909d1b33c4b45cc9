package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As many rows as an insert may have are inserted with {@code on}, and changed when they come again. */
@Tag("full")
class SqlManyUpsertsTest extends SqlTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "mysql_plain", "sqlite"})
    void fiveThousandRows(String database) {
        run(database.replace("_plain", ""), "delete from people");
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            rows.append(i == 0 ? "" : ",").append("{\"name\":\"n").append(i).append("\",\"email\":\"e").append(i).append("\",\"age\":")
                    .append(i).append("}");
        }
        for (int round = 0; round < 2; round++) {
            JsonNode answer = done("insert", database,
                    McpClient.object("{\"table\":\"people\",\"on\":[\"email\"],\"data\":[" + rows + "]}").toString());
            assertThat(answer.get(round == 0 ? "inserted_count" : "updated_count").intValue()).isEqualTo(5_000);
            assertThat(answer.get("inserted_ids")).hasSize(round == 0 ? 5_000 : 0);
            if (round == 0) {
                assertThat(done("query", database, "{\"table\":\"people\",\"filters\":{\"id\":" + answer.at("/inserted_ids/4321") + "}}")
                        .at("/data/0/email").asText()).isEqualTo("e4321");
            }
        }
    }
}
