package dev.caravan.database.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.RedisTestStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages with {@code after} have the order of the gateway's own sort: records of any kind, and fields of any kind, each once. */
class RedisCursorPagesTest extends DatabaseTest {

    private static final RedisTestStore STORE = (RedisTestStore) STORES.get("redis");

    @BeforeEach
    void records() {
        STORE.create("cursor_kinds", Map.of());
        STORE.run(redis -> {
            for (int i = 1; i <= 13; i++) {
                redis.hset("cursor_kinds:" + i, Map.of("n", String.valueOf(i % 11), "active", String.valueOf(i % 2 == 0)));
            }
            redis.hset("cursor_kinds:1.0", "n", "1.0");
            redis.hset("cursor_kinds:b", Map.of("n", "2026-01-02T03:04:05Z", "active", "perhaps"));
            redis.set("cursor_kinds:a", "{\"n\":1.5,\"active\":true}");
            redis.set("cursor_kinds:c", "{\"n\":\"10\",\"active\":null}");
            redis.set("cursor_kinds:d", "{\"n\":[1],\"active\":1}");
            redis.set("cursor_kinds:e", "{\"n\":{},\"active\":\"true\"}");
            redis.set("cursor_kinds:f", "{\"n\":\"text: with colon\"}");
            return redis.set("cursor_kinds:g", "{\"active\":false}");
        });
    }

    @Test
    void pagesReturnEveryRecordOnceInOrder() {
        for (String order : new String[] {"\"id\"", "\"-id\"", "\"n\"", "\"-n\"", "\"active\",\"-n\"", "\"-active\",\"n\",\"-id\""}) {
            String query = "{\"table\":\"cursor_kinds\",\"columns\":[\"id\"],\"order_by\":[" + order + "]";
            List<String> paged = new ArrayList<>();
            JsonNode page;
            String after = "";
            do {
                page = done("query", "redis", query + ",\"limit\":2,\"after\":\"" + after + "\"}");
                page.get("data").forEach(row -> paged.add(row.get("id").asText()));
                after = page.path("next").asText();
            } while (page.has("next") && paged.size() < 100);
            assertThat(paged).as(order).isEqualTo(done("query", "redis", query + "}").get("data").findValuesAsText("id")).hasSize(21);
        }
    }

    @Test
    void forgedCursorIsRefused() {
        for (String values : new String[]{"[\"NUMBER:x\",\"TEXT:1\"]", "[\"TIME:x\",\"TEXT:1\"]", "[\"1\",\"2\"]", "[\"NUMBER:1\"]",
            "[1,2]", "[null,null]", "[\":\",\"\"]"}) {
            String after = Base64.getUrlEncoder()
                    .encodeToString(("{\"order\":[\"id\"],\"values\":" + values + "}").getBytes(StandardCharsets.UTF_8));
            assertThat(failed("query_error", "query", "redis",
                    "{\"table\":\"cursor_kinds\",\"order_by\":[\"id\"],\"after\":\"" + after + "\"}")).as(values)
                    .startsWith("after must be");
        }
    }
}
