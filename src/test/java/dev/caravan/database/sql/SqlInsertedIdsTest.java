package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An insert of several rows answers the key of each row, in their order. */
class SqlInsertedIdsTest extends SqlTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "mysql_plain", "sqlite"})
    void idsFollowTheOrderOfRows(String database) {
        JsonNode ids = done("insert", database,
                "{\"table\":\"people\",\"data\":[{\"name\":\"one\"},{\"name\":\"two\"},{\"name\":\"three\"}]}").get("inserted_ids");
        assertThat(ids).hasSize(3);
        int place = 0;
        for (String name : new String[] {"one", "two", "three"}) {
            JsonNode row = done("query", database, "{\"table\":\"people\",\"filters\":{\"id\":" + ids.get(place++) + "}}").at("/data/0");
            assertThat(row.get("name").asText()).isEqualTo(name);
        }
    }
}
