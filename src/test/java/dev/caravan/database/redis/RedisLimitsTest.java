package dev.caravan.database.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tools read no more of Redis than the settings allow: tables, writing, records and characters. */
@Tag("full")
class RedisLimitsTest extends RedisPeopleTest {

    @Test
    void scanOfATooLargeTableIsAnErrorNotACut() {
        redis.create("allowed_one", Map.of());
        done("insert", "redis_some", "{\"table\":\"allowed_one\",\"data\":"
                + IntStream.range(0, 20).mapToObj(i -> "{\"n\":" + i + "}").collect(Collectors.joining(",", "[", "]")) + "}");
        assertThat(done("query", "redis_some", "{\"table\":\"allowed_one\"}").get("count").intValue()).isEqualTo(20);
        done("insert", "redis_some", "{\"table\":\"allowed_one\",\"data\":{\"id\":21}}");
        for (String verb : List.of("query", "update", "delete")) {
            assertThat(failed("query_error", verb, "redis_some",
                    "{\"table\":\"allowed_one\",\"filters\":{\"n__gte\":0}" + (verb.equals("update") ? ",\"data\":{\"n\":1}" : "") + "}"))
                    .contains("20").contains("id__in");
        }
        assertThat(done("query", "redis_some", "{\"table\":\"allowed_one\",\"filters\":{\"id\":21}}").get("count").intValue()).isEqualTo(1);
        assertThat(done("query", "redis", "{\"table\":\"allowed_one\"}").get("count").intValue()).isEqualTo(21);
    }

    @Test
    void scanKeepsOnlyTheRecordsOfThePage() {
        String large = "{\"v\":\"" + "x".repeat(1_000_000) + "\"}";
        redis.run(commands -> {
            IntStream.range(0, 12).forEach(i -> commands.set("people:" + i, large));
            return null;
        });
        assertThat(done("query", "redis", "{\"table\":\"people\",\"columns\":[\"id\"],\"order_by\":[\"-id\"]}").get("data")).hasSize(12);
        JsonNode page = call("query", "redis", "{\"table\":\"people\",\"order_by\":[\"id\"]}");
        assertThat(page.at("/error/message").asText()).as("one record is more than an answer may have").contains("bytes");
        assertThat(failed("query_error", "query", "redis", "{\"table\":\"people\",\"columns\":[\"id\"],\"order_by\":[\"v\"]}"))
                .contains("characters");
        assertThat(done("query", "redis", "{\"table\":\"people\",\"columns\":[\"id\"],\"filters\":{\"id__in\":[1,2,3]}}").get("count")
                .intValue()).isEqualTo(3);
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"v__isnull\":true}}").get("count").intValue()).isZero();
    }

    @Test
    void tooLargeRecordIsAnErrorAndKeepsTheConnection() {
        redis.run(commands -> {
            IntStream.range(0, 3).forEach(i -> commands.hset("people:h", "f" + i, "x".repeat(1_000_000)));
            return commands.set("people:s", "{\"v\":\"" + "x".repeat(3_000_000) + "\"}");
        });
        for (String id : List.of("h", "s")) {
            assertThat(failed("query_error", "query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":\"" + id + "\"}}"))
                    .contains("people:" + id, "1024 KB");
        }
        redis.run(commands -> commands.del("people:h", "people:s"));
    }

    /** Written out, each has a million digits. */
    @Test
    void textOfANumberThatCannotBeWrittenOutIsText() {
        redis.run(commands -> {
            IntStream.range(0, 200).forEach(i -> commands.hset("people:" + i, "n", i % 2 == 0 ? "1e999999" : "1e-999999"));
            return commands.hset("people:200", "n", "1e1000");
        });
        long start = System.nanoTime();
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"n__gt\":1}}").get("count").intValue()).isEqualTo(1);
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"n\":\"1e999999\"},\"order_by\":[\"-n\"]}").get("count")
                .intValue()).isEqualTo(100);
        assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
        redis.run(commands -> commands.del(IntStream.rangeClosed(0, 200).mapToObj(i -> "people:" + i).toArray(String[]::new)));
    }

    @Test
    void readOnlyDatabaseHasNoWriteTools() {
        List<String> names = new ArrayList<>();
        client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult").result().get("tools")
                .forEach(tool -> names.add(tool.get("name").asText()));
        assertThat(names)
                .contains("db_query_redis_reports", "db_query_redis", "db_insert_redis", "db_update_redis", "db_delete_redis",
                        "db_advanced_redis")
                .doesNotContain("db_insert_redis_reports", "db_update_redis_reports", "db_delete_redis_reports",
                        "db_advanced_redis_reports");
        done("query", "redis_reports", "{\"table\":\"people\"}");
        assertThat(client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult").body())
                .contains("A row is the JSON string or hash at a key TABLE:ID");
    }

    @Test
    void tablesAreAllowedAndDenied() {
        assertThat(failed("permission_error", "query", "redis_some", "{\"table\":\"people\"}")).contains("allowed_one");
        failed("permission_error", "query", "redis_some", "{\"table\":\"allowed_two\"}");
        failed("permission_error", "insert", "redis_some", "{\"table\":\"people\",\"data\":{}}");
        failed("permission_error", "delete", "redis_some", "{\"table\":\"people\",\"filters\":{\"id\":1}}");
        assertThat(failed("permission_error", "advanced", "redis_some",
                "{\"operation\":\"transaction\",\"operations\":[{\"type\":\"insert\",\"table\":\"allowed_one\",\"data\":{\"id\":\"t\"}},"
                + "{\"type\":\"delete\",\"table\":\"people\",\"filters\":{\"id\":1}}]}")).contains("Operation 2");
        assertThat(redis.<Long>run(commands -> commands.exists("allowed_one:t"))).isZero();
    }
}
