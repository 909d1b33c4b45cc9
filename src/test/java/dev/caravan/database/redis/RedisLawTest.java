package dev.caravan.database.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a tool shows for a value of Redis is a filter, an entry of a list, the place of a page and data, and means that value. */
@Tag("nightly")
class RedisLawTest extends RedisPeopleTest {

    private static final int GENERATED = 150;
    private static final String[] EDGES = {"0", "-1", "9223372036854775807", "-9223372036854775808",
        "123456789012345678901234567890", "0.1",
        "1.50", "1E+300", "-1E-10", "true", "false", "\"\"", "\"0\"", "\"1.0\"", "\"true\"", "\"null\"", "\"2026-01-02T03:04:05Z\"",
        "\"2026-01-02T03:04:05.000000001+08:00\"", "\"2026-01-02\"", "\"base64,AQI=\"", "\"a:b\"", "\" \"", "\"\\u0000\"", "\"🚲\"",
        "[1,2.5,null]", "{\"a\":{\"b\":[]}}", "[]", "{}"};

    @Test
    void jsonRecords() {
        Random random = new Random(53);
        ArrayNode values = McpClient.JSON.createArrayNode();
        for (String edge : EDGES) {
            values.add(json(edge));
        }
        while (values.size() < GENERATED) {
            values.add(random.nextBoolean() ? json(number(random)) : McpClient.JSON.getNodeFactory().textNode(text(random)));
        }
        ObjectNode insert = McpClient.object("{\"table\":\"people\"}");
        for (int i = 0; i < values.size(); i++) {
            insert.withArray("data").addObject().put("id", i).set("v", values.get(i));
        }
        assertThat(call("insert", "redis", insert).get("inserted_count").intValue()).isEqualTo(values.size());
        holds(values.size());
        for (int i = 0; i < values.size(); i++) {
            String shown = write(i);
            assertThat(redis.get("people:target")).isEqualTo("{\"id\":\"target\",\"v\":" + shown + "}");
            assertThat(json(redis.get("people:target")).get("v")).isEqualTo(json(redis.get("people:" + i)).get("v"));
        }
    }

    @Test
    void hashes() {
        Random random = new Random(54);
        List<String> values = new ArrayList<>();
        for (String edge : EDGES) {
            values.add(json(edge).isTextual() ? json(edge).textValue() : edge);
        }
        while (values.size() < GENERATED) {
            values.add(random.nextBoolean() ? number(random) : text(random));
        }
        redis.run(commands -> {
            for (int i = 0; i < values.size(); i++) {
                commands.hset("people:" + i, Map.of("v", values.get(i)));
            }
            return commands.hset("people:target", "v", "");
        });
        holds(values.size() + 1);
        for (int i = 0; i < values.size(); i++) {
            write(i);
            assertThat(redis.<String>run(commands -> commands.hget("people:target", "v"))).isEqualTo(values.get(i));
        }
    }

    private static String number(Random random) {
        return random.nextBoolean() ? String.valueOf(random.nextLong()) : random.nextInt() + "." + (1 + random.nextInt(9_999));
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(12), 1, 0x2_0000).filter(point -> point < 0xd800 || point > 0xdfff).forEach(text::appendCodePoint);
        return text.toString();
    }

    private static JsonNode json(String text) {
        return McpClient.object("{\"v\":" + text + "}").get("v");
    }

    /** Finds each row by the value that it shows, and has each row once in pages of either direction. */
    private void holds(int rows) {
        JsonNode all = done("query", "redis", "{\"table\":\"people\",\"limit\":1000,\"order_by\":[\"v\"]}").get("data");
        assertThat(all).hasSize(rows);
        for (JsonNode row : all) {
            ObjectNode query = McpClient.object("{\"table\":\"people\",\"limit\":1000,\"columns\":[\"id\"]}");
            query.putObject("filters").set("v", row.get("v"));
            assertThat(call("query", "redis", query).get("data").findValuesAsText("id")).as(row.toString())
                    .contains(row.get("id").asText());
            if (row.get("v").isValueNode()) {
                query.withObject("filters").removeAll().putArray("v__in").add("none").add(row.get("v"));
                assertThat(call("query", "redis", query).get("data").findValuesAsText("id")).contains(row.get("id").asText());
            }
        }
        for (String order : new String[] {"v", "-v"}) {
            List<String> paged = new ArrayList<>();
            String after = "";
            do {
                JsonNode page = done("query", "redis",
                        "{\"table\":\"people\",\"limit\":40,\"order_by\":[\"" + order + "\"],\"after\":\"" + after + "\"}");
                paged.addAll(page.get("data").findValuesAsText("id"));
                after = page.path("next").asText();
            } while (!after.isEmpty() && paged.size() <= rows);
            assertThat(paged).isEqualTo(done("query", "redis", "{\"table\":\"people\",\"limit\":1000,\"order_by\":[\"" + order + "\"]}")
                    .get("data").findValuesAsText("id")).hasSize(rows).doesNotHaveDuplicates();
        }
    }

    /** Writes the value that one row shows to another row. Returns it. */
    private String write(int row) {
        JsonNode shown = done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":" + row + "}}").at("/data/0/v");
        if (redis.<Long>run(commands -> commands.exists("people:target")) == 0) {
            done("insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"target\"}}");
        }
        done("update", "redis", "{\"table\":\"people\",\"filters\":{\"id\":\"target\"},\"data\":{\"v\":" + shown + "}}");
        return shown.toString();
    }
}
