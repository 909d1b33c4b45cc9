package dev.caravan.database.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Redis gives back values as callers write them, in JSON strings and in hashes, and sorts them in one order. */
class RedisValuesTest extends RedisPeopleTest {

    private static final ObjectMapper EXACT = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));

    @Test
    void valuesRoundTrip() throws Exception {
        String row = "{\"id\":\"x\",\"long\":9223372036854775807,\"least\":-9223372036854775808,\"big\":123456789012345678901234567890,"
                + "\"decimal\":1234567890123456789012345678.0123456789,\"price\":12.50,\"double\":1E+300,\"tiny\":-1E-10,\"yes\":true,"
                + "\"no\":false,\"none\":null,"
                + "\"text\":\"北京 🚲 \\n \\\\ ' \\\" % _ \\u0000\",\"nested\":{\"list\":[1,2.50,null,true,{\"a\":[]}],\"北\":{}}}";
        ObjectNode insert = EXACT.createObjectNode().put("table", "people").set("data", EXACT.readTree(row));
        assertThat(call("insert", "redis", insert).get("success").booleanValue()).isTrue();
        JsonNode found = EXACT.readTree(
                client.call("db_query_redis", McpClient.object("{\"table\":\"people\",\"filters\":{\"id\":\"x\"}}")).body())
                .at("/result/structuredContent/data/0");
        assertThat(exact(found)).isEqualTo(exact(EXACT.readTree(row)));
        done("update", "redis", "{\"table\":\"people\",\"data\":{\"more\":1},\"filters\":{\"id\":\"x\"}}");
        JsonNode updated = EXACT.readTree(redis.get("people:x"));
        assertThat(exact(((ObjectNode) updated).without("more"))).as("an update leaves the other fields as they are")
                .isEqualTo(exact(found));
        for (String filter : List.of("{\"long\":9223372036854775807}", "{\"big__gt\":123456789012345678901234567889}",
                "{\"decimal\":1234567890123456789012345678.0123456789}", "{\"price\":12.5}",
                "{\"nested\":{\"北\":{},\"list\":[1,2.5,null,true,{\"a\":[]}]}}",
                "{\"none__isnull\":true,\"missing__isnull\":true,\"yes__isnull\":false}")) {
            ObjectNode query = EXACT.createObjectNode().put("table", "people").set("filters", EXACT.readTree(filter));
            assertThat(call("query", "redis", query).path("count").intValue()).as(filter).isEqualTo(1);
        }
        ObjectNode near = EXACT.createObjectNode().put("table", "people").set("filters", EXACT.readTree("{\"long\":9223372036854775806}"));
        assertThat(call("query", "redis", near).path("count").intValue()).isZero();
    }

    /** Decimals by value. */
    private static String exact(JsonNode row) {
        StringBuilder text = new StringBuilder();
        row.properties().forEach(field -> text.append(field.getKey()).append('=')
                .append(field.getValue().isNumber() ? field.getValue().decimalValue().stripTrailingZeros().toString()
                        : field.getValue().toString().replace("2.50", "2.5"))
                .append('\n'));
        return text.toString();
    }

    @Test
    void hashesAreRecordsOfText() {
        redis.run(commands -> commands.hset("people:h1", Map.of("name", "甲", "age", "9", "vip", "true", "zip", "007")));
        redis.run(commands -> commands.hset("people:h2",
                Map.of("name", "乙", "age", "10", "vip", "false", "joined", "2026-01-01T08:00:00+08:00")));
        redis.run(commands -> commands.set("people:j", "{\"name\":\"丙\",\"age\":9.5,\"vip\":true}"));
        for (Map.Entry<String, String> expected : Map.of("{\"age\":9}", "h1", "{\"age\":9.0}", "h1", "{\"age__gt\":9.5}", "h2",
                "{\"vip\":true,\"age__lt\":9.2}", "h1", "{\"age\":\"10\"}", "h2",
                "{\"joined\":\"2026-01-01T00:00:00Z\"}", "h2", "{\"zip\":\"007\"}", "h1", "{\"id\":\"j\"}", "j", "{\"age__in\":[9.5]}", "j",
                "{\"name__contains\":\"乙\"}", "h2").entrySet()) {
            assertThat(done("query", "redis", "{\"table\":\"people\",\"columns\":[\"id\"],\"filters\":" + expected.getKey() + "}")
                    .get("data").toString()).as(expected.getKey())
                    .isEqualTo("[{\"id\":\"" + expected.getValue() + "\"}]");
        }
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"zip\":7}}").get("count").intValue()).isZero();
        assertThat(
                done("query", "redis", "{\"table\":\"people\",\"columns\":[\"id\",\"age\"],\"order_by\":[\"age\"]}").get("data").toString())
                .isEqualTo("[{\"id\":\"h1\",\"age\":\"9\"},{\"id\":\"j\",\"age\":9.5},{\"id\":\"h2\",\"age\":\"10\"}]");
    }

    @Test
    void anUpdateKeepsTheKindAndTheTimeToLive() {
        redis.run(commands -> commands.hset("people:h", Map.of("name", "甲", "age", "9", "gone", "x")));
        redis.run(commands -> commands.set("people:j", "{\"name\":\"乙\",\"age\":9}"));
        redis.run(commands -> commands.set("people:k", "{\"name\":\"丙\"}"));
        redis.run(commands -> commands.expire("people:h", 500) && commands.expire("people:j", 500));
        assertThat(done("update", "redis",
                "{\"table\":\"people\",\"data\":{\"age\":10.25,\"gone\":null,\"list\":[1,\"二\"],\"ok\":true},"
                        + "\"filters\":{\"name__not_in\":[]}}")
                .get("updated_count").intValue()).isEqualTo(3);
        assertThat(redis.<Map<String, String>>run(commands -> commands.hgetall("people:h")))
                .isEqualTo(Map.of("name", "甲", "age", "10.25", "list", "[1,\"二\"]", "ok", "true"));
        assertThat(redis.get("people:j")).isEqualTo("{\"name\":\"乙\",\"age\":10.25,\"gone\":null,\"list\":[1,\"二\"],\"ok\":true}");
        assertThat(redis.<Long>run(commands -> commands.ttl("people:h"))).isBetween(490L, 500L);
        assertThat(redis.<Long>run(commands -> commands.ttl("people:j"))).isBetween(490L, 500L);
        assertThat(redis.<Long>run(commands -> commands.ttl("people:k"))).isEqualTo(-1);
        assertThat(failed("query_error", "update", "redis",
                "{\"table\":\"people\",\"data\":{\"name\":null,\"age\":null,\"list\":null,\"ok\":null},\"filters\":{\"age\":10.25}}"))
                .contains("people:h");
        assertThat(redis.get("people:j")).as("none of them was changed").contains("乙");
        assertThat(failed("query_error", "update", "redis", "{\"table\":\"people\",\"data\":{\"id\":5},\"filters\":{\"id\":\"j\"}}"))
                .contains("id");
    }

    @Test
    void otherKeysAreInvisibleAndUnchanged() {
        redis.run(commands -> {
            commands.set("people:text", "plain");
            commands.set("people:number", "12");
            commands.set("people:list", "[{\"id\":1}]");
            commands.set("people:broken", "{\"id\":1");
            commands.set("people:twice", "{}{}");
            commands.lpush("people:queue", "{\"id\":1}");
            commands.sadd("people:set", "{\"id\":1}");
            commands.zadd("people:sorted", 1, "{\"id\":1}");
            commands.xadd("people:stream", Map.of("id", "1"));
            commands.set("peoples:1", "{\"id\":1}");
            commands.set("people", "{\"id\":1}");
            commands.set("people:2:x", "{\"n\":1}");
            return commands.set("people:1", "{\"id\":77,\"n\":1}");
        });
        assertThat(done("query", "redis", "{\"table\":\"people\"}").get("data").toString()).as("the id is the key's")
                .isEqualTo("[{\"id\":\"1\",\"n\":1},{\"id\":\"2:x\",\"n\":1}]");
        assertThat(done("query", "redis",
                "{\"table\":\"people\",\"filters\":{\"id__in\":[\"text\",\"queue\",\"set\",\"stream\",\"1\",77]}}")
                .get("count").intValue()).isEqualTo(1);
        assertThat(done("update", "redis", "{\"table\":\"people\",\"data\":{\"n\":2},\"filters\":{\"id__not_in\":[0]}}")
                .get("updated_count").intValue()).isEqualTo(2);
        assertThat(done("delete", "redis", "{\"table\":\"people\",\"filters\":{\"id__not_in\":[0]}}").get("deleted_count").intValue())
                .isEqualTo(2);
        failed("integrity_error", "insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"queue\"}}");
        assertThat(redis.keys("people*")).hasSize(11);
        redis.run(commands -> commands.del("people", "peoples:1"));
    }

    @Test
    void valuesOfDifferentTypesHaveOneOrder() {
        done("insert", "redis", """
                {"table":"people","data":[{"id":1,"v":"b"},{"id":2,"v":10},{"id":3,"v":null},{"id":4,"v":"a"},{"id":5,"v":9.5},{"id":6},\
                {"id":7,"v":true},{"id":8,"v":"2026-01-01T08:00:00+08:00"},
                {"id":9,"v":"2026-01-01T00:30:00Z"},{"id":10,"v":[1]},{"id":11,"v":"🚲"},{"id":12,"v":"ｚ"},{"id":13,"v":1E+30},{"id":14,\
                "v":"10"},{"id":15,"v":false}]}""");
        assertThat(done("query", "redis", "{\"table\":\"people\",\"order_by\":[\"v\"]}").get("data").findValues("id").toString())
                .isEqualTo("[15, 7, 5, 2, 13, 8, 9, 14, 4, 1, 12, 11, 10, 3, 6]");
        assertThat(done("query", "redis", "{\"table\":\"people\",\"order_by\":[\"-v\",\"-id\"]}").get("data").findValues("id").toString())
                .isEqualTo("[6, 3, 10, 11, 12, 1, 4, 14, 9, 8, 13, 2, 5, 7, 15]");
    }
}
