package dev.caravan.database.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tools insert, find, change and delete records of Redis. */
@Tag("full")
class RedisRecordsTest extends RedisPeopleTest {

    @Test
    void insertQueryUpdateAndDeleteWork() {
        JsonNode one = done("insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":1,\"name\":\"张三\",\"age\":30}}");
        assertThat(one.toString()).isEqualTo("{\"success\":true,\"inserted_count\":1,\"inserted_ids\":[1]}");
        assertThat(redis.get("people:1")).isEqualTo("{\"id\":1,\"name\":\"张三\",\"age\":30}");

        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":1}}").toString())
                .isEqualTo("{\"success\":true,\"data\":[{\"id\":1,\"name\":\"张三\",\"age\":30}],\"count\":1,\"has_more\":false}");
        assertThat(done("update", "redis", "{\"table\":\"people\",\"data\":{\"status\":\"老\",\"age\":null},\"filters\":{\"name\":\"张三\"}}")
                .get("updated_count").intValue()).isEqualTo(1);
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":1},\"columns\":[\"status\",\"age\",\"none\"]}")
                .get("data").toString())
                .isEqualTo("[{\"status\":\"老\",\"age\":null}]");
        assertThat(done("delete", "redis", "{\"table\":\"people\",\"filters\":{\"id\":1}}").get("deleted_count").intValue()).isEqualTo(1);
        assertThat(done("delete", "redis", "{\"table\":\"people\",\"filters\":{\"id\":1}}").get("deleted_count").intValue()).isZero();
        assertThat(done("query", "redis", "{\"table\":\"people\"}").get("count").intValue()).isZero();
    }

    @Test
    void bulkInsertReturnsIdsInOrder() {
        String rows = IntStream.range(0, 5_000)
                .mapToObj(i -> i % 3 == 0 ? "{\"id\":\"own %d\",\"age\":%d}".formatted(i, i) : "{\"age\":%d}".formatted(i))
                .collect(Collectors.joining(",", "[", "]"));
        JsonNode answer = done("insert", "redis", "{\"table\":\"people\",\"data\":" + rows + "}");
        assertThat(answer.get("inserted_count").intValue()).isEqualTo(5_000);
        assertThat(answer.get("inserted_ids")).hasSize(5_000);
        assertThat(answer.at("/inserted_ids/4998").asText()).isEqualTo("own 4998");
        String last = answer.at("/inserted_ids/4999").toString();
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":" + last + "}}").get("data").toString())
                .isEqualTo("[{\"id\":" + last + ",\"age\":4999}]");

        JsonNode page = done("query", "redis",
                "{\"table\":\"people\",\"filters\":{\"age__gte\":10},\"order_by\":[\"-age\",\"id\"],\"limit\":3,\"offset\":2,"
                        + "\"columns\":[\"age\"]}");
        assertThat(page.get("data").toString()).isEqualTo("[{\"age\":4997},{\"age\":4996},{\"age\":4995}]");
        assertThat(page.get("count").intValue()).isEqualTo(4_990);
        assertThat(page.get("has_more").booleanValue()).isTrue();
        JsonNode beyond = done("query", "redis", "{\"table\":\"people\",\"offset\":6000}");
        assertThat(beyond.get("data")).isEmpty();
        assertThat(beyond.get("count").intValue()).isEqualTo(5_000);
        assertThat(beyond.get("has_more").booleanValue()).isFalse();
        assertThat(done("update", "redis", "{\"table\":\"people\",\"data\":{\"seen\":true},\"filters\":{\"age__gte\":0}}")
                .get("updated_count").intValue()).isEqualTo(5_000);
        assertThat(done("delete", "redis", "{\"table\":\"people\",\"filters\":{\"seen\":true}}").get("deleted_count").intValue())
                .isEqualTo(5_000);
    }

    @Test
    void pagesWithoutOrderAreConsistent() {
        done("insert", "redis", "{\"table\":\"people\",\"data\":"
                + IntStream.range(0, 250).mapToObj(i -> "{\"n\":" + i + "}").collect(Collectors.joining(",", "[", "]")) + "}");
        List<Integer> all = new ArrayList<>();
        for (int offset = 0; offset < 250; offset += 50) {
            done("query", "redis", "{\"table\":\"people\",\"limit\":50,\"offset\":" + offset + "}").get("data")
                    .forEach(row -> all.add(row.get("n").intValue()));
        }
        assertThat(all).isEqualTo(IntStream.range(0, 250).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"there\"", "7", "1.5", "\"\"", "true", "{\"a\":1}"})
    void oneBadRowOfFiveThousandInsertsNone(String id) {
        done("insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"there\"}}");
        String rows = IntStream.range(0, 5_000)
                .mapToObj(i -> i == 4_998 ? "{\"id\":" + id + "}" : i == 5 ? "{\"id\":\"7\"}" : "{\"n\":%d}".formatted(i))
                .collect(Collectors.joining(",", "[", "]"));
        boolean taken = id.equals("7") || id.contains("there");
        assertThat(failed(taken ? "integrity_error" : "query_error", "insert", "redis", "{\"table\":\"people\",\"data\":" + rows + "}"))
                .contains("id");
        assertThat(failed("query_error", "insert", "redis", "{\"table\":\"people\",\"data\":" + rows.replace("]", ",{}]") + "}"))
                .contains("5000");
        assertThat(redis.keys("people:*")).containsExactly("people:there");
    }

    @Test
    void changesWithoutFiltersAreRefused() {
        done("insert", "redis", "{\"table\":\"people\",\"data\":{\"name\":\"kept\"}}");
        for (String filters : List.of("", ",\"filters\":{}", ",\"filters\":null")) {
            assertThat(failed("permission_error", "update", "redis", "{\"table\":\"people\",\"data\":{\"name\":\"gone\"}" + filters + "}"))
                    .contains("filters");
            assertThat(failed("permission_error", "delete", "redis", "{\"table\":\"people\"" + filters + "}")).contains("filters");
        }
        assertThat(done("delete", "redis", "{\"table\":\"people\",\"filters\":{\"name\":\"kept\"}}").get("deleted_count").intValue())
                .isEqualTo(1);
    }

    @Test
    void mistakesAreReported() {
        for (String table : List.of("people:1", "people*", "pe?ple", "[p]eople", "pe ople", "用户", "people\\")) {
            assertThat(failed("query_error", "query", "redis", McpClient.object("{}").put("table", table).toString())).contains("A-Z");
        }
        assertThat(failed("query_error", "query", "redis", "{\"table\":\"people\",\"filters\":{\"age__between\":1}}"))
                .contains("__gt, __gte, __lt, __lte, __contains, __startswith, __endswith, __in, __not_in, __isnull");
        assertThat(failed("query_error", "query", "redis", "{\"table\":\"people\",\"filters\":{\"age\":null}}")).contains("age__isnull");
        assertThat(failed("query_error", "query", "redis", "{\"table\":\"people\",\"filters\":{\"age__isnull\":1}}"))
                .contains("true or false");
        assertThat(failed("query_error", "query", "redis", "{\"table\":\"people\",\"limit\":1001}")).contains("limit");
        assertThat(failed("query_error", "insert", "redis", "{\"table\":\"people\",\"data\":[]}")).contains("data");
        assertThat(failed("query_error", "insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"%s\"}}".formatted("x".repeat(501))))
                .contains("500");
        assertThat(redis.keys("people:*")).isEmpty();
    }
}
