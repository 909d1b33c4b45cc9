package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.TestStore;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tools insert, find, change and delete documents of OpenSearch by their ids and fields. */
@Tag("full")
class OpenSearchRecordsTest extends OpenSearchTest {

    @Test
    void insertQueryUpdateAndDeleteWork() {
        JsonNode one = done("insert", DB, "{\"table\":\"os_people\",\"data\":{\"name\":\"张三\",\"age\":30,\"status\":\"new\"}}");
        assertThat(one.get("inserted_count").intValue()).isEqualTo(1);
        String id = one.at("/inserted_ids/0").asText();
        assertThat(id).isNotBlank();

        JsonNode found = done("query", DB, where("{\"_id\":\"" + id + "\"}"));
        assertThat(found.get("data").toString()).isEqualTo("[{\"_id\":\"" + id + "\",\"name\":\"张三\",\"age\":30,\"status\":\"new\"}]");
        assertThat(found.get("count").intValue()).isEqualTo(1);
        assertThat(found.get("has_more").booleanValue()).isFalse();
        assertThat(done("query", DB,
                where("{\"name\":\"张三\",\"_id__in\":[\"" + id + "\",\"x\"],\"_id__not_in\":[\"y\"],\"_id__isnull\":false}")).get("count")
                .intValue()).isEqualTo(1);

        assertThat(done("update", DB,
                "{\"table\":\"os_people\",\"data\":{\"status\":\"old\",\"age\":null},\"filters\":{\"_id\":\"" + id + "\"}}")
                .get("updated_count").intValue()).isEqualTo(1);
        assertThat(done("query", DB,
                "{\"table\":\"os_people\",\"filters\":{\"_id\":\"" + id + "\"},\"columns\":[\"status\",\"age\",\"email\",\"_id\"]}")
                .get("data").toString())
                .isEqualTo("[{\"status\":\"old\",\"age\":null,\"email\":null,\"_id\":\"" + id + "\"}]");
        assertThat(done("delete", DB, where("{\"_id\":\"" + id + "\"}")).get("deleted_count").intValue()).isEqualTo(1);
        assertThat(done("query", DB, where("{\"_id\":\"" + id + "\"}")).get("count").intValue()).isZero();
    }

    @Test
    void fieldIdIsTheDocumentIdAndIsUnique() {
        JsonNode some = done("insert", DB,
                "{\"table\":\"os_people\",\"data\":[{\"id\":9007199254740993,\"name\":\"a\"},{\"name\":\"b\"},{\"_id\":\"c d/é\","
                        + "\"name\":\"c\"}]}");
        assertThat(some.at("/inserted_ids/0").longValue()).isEqualTo(9007199254740993L);
        assertThat(some.at("/inserted_ids/2").asText()).isEqualTo("c d/é");
        assertThat(done("query", DB, where("{\"id\":9007199254740993}")).get("data").toString())
                .isEqualTo("[{\"_id\":\"9007199254740993\",\"id\":9007199254740993,\"name\":\"a\"}]");
        assertThat(done("query", DB, where("{\"_id\":\"c d/é\"}")).get("data").toString())
                .isEqualTo("[{\"_id\":\"c d/é\",\"name\":\"c\"}]");

        assertThat(failed("integrity_error", "insert", DB, "{\"table\":\"os_people\",\"data\":{\"id\":9007199254740993,\"name\":\"x\"}}"))
                .contains("9007199254740993");
        assertThat(failed("integrity_error", "insert", DB,
                "{\"table\":\"os_people\",\"data\":[{\"id\":5,\"name\":\"x\"},{\"id\":\"5\",\"name\":\"x\"}]}")).contains("5");
        assertThat(failed("integrity_error", "insert", DB,
                "{\"table\":\"os_people\",\"data\":[{\"id\":6,\"name\":\"b\"},{\"id\":9007199254740993,\"name\":\"x\"}]}"))
                .startsWith("Not written: 1 (row 2 with id 9007199254740993: ").endsWith("Written: 1 (ids 6)");
        for (String id : List.of("\"\"", "[1]", "{}", "\"" + "i".repeat(513) + "\"")) {
            failed("query_error", "insert", DB, "{\"table\":\"os_people\",\"data\":{\"_id\":" + id + ",\"name\":\"x\"}}");
        }
        assertThat(done("query", DB, where("{\"name\":\"x\"}")).get("count").intValue()).isZero();
        assertThat(failed("query_error", "update", DB, "{\"table\":\"os_people\",\"data\":{\"id\":1},\"filters\":{\"name\":\"a\"}}"))
                .contains("id");
        done("update", DB,
                "{\"table\":\"os_people\",\"data\":{\"id\":9007199254740993,\"name\":\"a\"},\"filters\":{\"id\":9007199254740993}}");
        assertThat(done("delete", DB, where("{\"name__in\":[\"a\",\"b\",\"c\"]}")).get("deleted_count").intValue()).isEqualTo(4);
    }

    @Test
    void changesWithoutFiltersAreRefused() {
        done("insert", DB, "{\"table\":\"os_people\",\"data\":{\"name\":\"kept\"}}");
        for (String filters : List.of("", ",\"filters\":{}", ",\"filters\":null")) {
            assertThat(failed("permission_error", "update", DB, "{\"table\":\"os_people\",\"data\":{\"name\":\"gone\"}" + filters + "}"))
                    .contains("filters");
            assertThat(failed("permission_error", "delete", DB, "{\"table\":\"os_people\"" + filters + "}")).contains("filters");
        }
        assertThat(done("delete", DB, where("{\"name\":\"kept\"}")).get("deleted_count").intValue()).isEqualTo(1);
    }

    @Test
    void mistakesListTheAllowedNames() {
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_peopel\"}")).contains("os_peopel").contains("os_people")
                .contains("os_loose");
        assertThat(failed("query_error", "insert", DB, "{\"table\":\"os_peopel\",\"data\":{\"name\":\"x\"}}")).contains("os_people");
        assertThat(failed("query_error", "query", DB, where("{\"nam\":1}"))).contains("nam")
                .contains("there are: name, _id, age, id, born, email, salary, status");
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_people\",\"columns\":[\"nam\"]}")).contains("nam");
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_people\",\"order_by\":[\"-nam\"]}")).contains("nam");
        assertThat(failed("query_error", "query", DB, where("{\"age__between\":1}"))).contains("__gt, __gte, __lt");
        assertThat(failed("query_error", "query", DB, where("{\"age\":null}"))).contains("age__isnull");
        assertThat(failed("query_error", "query", DB, where("{\"age__contains\":\"1\"}"))).contains("works on text only");
        assertThat(failed("query_error", "query", DB, where("{\"age\":{\"a\":1}}"))).contains("age");
        assertThat(failed("query_error", "insert", DB, "{\"table\":\"os_people\",\"data\":{\"name\":\"n\",\"age\":\"old\"}}"))
                .contains("age").contains("old");
        assertThat(failed("query_error", "insert", DB, "{\"table\":\"os_people\",\"data\":[]}")).contains("data");
        assertThat(STORE.send("GET", "/_resolve/index/os_peopel*", null).get("indices")).as("no index was made").isEmpty();
    }

    @Test
    void missingValuesAreLastAscendingAndFirstDescending() {
        STORE.create("os_nulls", TestStore.columns("id INTEGER, v TEXT"));
        done("insert", DB, "{\"table\":\"os_nulls\",\"data\":[{\"id\":1,\"v\":\"b\"},{\"id\":2},{\"id\":3,\"v\":\"a\"}]}");
        assertThat(done("query", DB, "{\"table\":\"os_nulls\",\"order_by\":[\"v\"]}").get("data"))
                .extracting(row -> row.get("id").intValue()).containsExactly(3, 1, 2);
        assertThat(done("query", DB, "{\"table\":\"os_nulls\",\"order_by\":[\"-v\"]}").get("data"))
                .extracting(row -> row.get("id").intValue()).containsExactly(2, 1, 3);
        assertThat(done("query", DB, "{\"table\":\"os_nulls\",\"order_by\":[\"-_id\"]}").get("data"))
                .extracting(row -> row.get("id").intValue()).containsExactly(3, 2, 1);
    }
}
