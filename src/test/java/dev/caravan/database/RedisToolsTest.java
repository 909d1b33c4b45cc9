package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** db_insert, db_query, db_update and db_delete on Redis. */
class RedisToolsTest extends DatabaseTest {

    private static final ObjectMapper EXACT = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));

    private final RedisTestStore redis = (RedisTestStore) STORES.get("redis");

    @BeforeEach
    void noPeople() {
        redis.create("people", Map.of());
    }

    @Test
    void whatIsInsertedIsFoundChangedAndDeleted() {
        JsonNode one = done("insert", "redis", "{\"table\":\"people\",\"data\":{\"name\":\"张三\",\"age\":30}}");
        assertThat(one.toString()).isEqualTo("{\"success\":true,\"inserted_count\":1,\"inserted_ids\":[1]}");
        assertThat(redis.get("people:1")).isEqualTo("{\"id\":1,\"name\":\"张三\",\"age\":30}");

        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":1}}").toString())
                .isEqualTo("{\"success\":true,\"data\":[{\"id\":1,\"name\":\"张三\",\"age\":30}],\"count\":1,\"has_more\":false}");
        assertThat(done("update", "redis", "{\"table\":\"people\",\"data\":{\"status\":\"老\",\"age\":null},\"filters\":{\"name\":\"张三\"}}").get("updated_count").intValue()).isEqualTo(1);
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":1},\"columns\":[\"status\",\"age\",\"none\"]}").get("data").toString())
                .isEqualTo("[{\"status\":\"老\",\"age\":null}]");
        assertThat(done("delete", "redis", "{\"table\":\"people\",\"filters\":{\"id\":1}}").get("deleted_count").intValue()).isEqualTo(1);
        assertThat(done("delete", "redis", "{\"table\":\"people\",\"filters\":{\"id\":1}}").get("deleted_count").intValue()).isZero();
        assertThat(done("query", "redis", "{\"table\":\"people\"}").get("count").intValue()).isZero();
    }

    @Test
    void manyRowsGoInTogetherAndTheirIdsComeInOrder() {
        String rows = IntStream.range(0, 5_000).mapToObj(i -> i % 3 == 0 ? "{\"id\":\"own %d\",\"age\":%d}".formatted(i, i) : "{\"age\":%d}".formatted(i)).collect(Collectors.joining(",", "[", "]"));
        JsonNode answer = done("insert", "redis", "{\"table\":\"people\",\"data\":" + rows + "}");
        assertThat(answer.get("inserted_count").intValue()).isEqualTo(5_000);
        assertThat(answer.get("inserted_ids")).hasSize(5_000);
        assertThat(answer.at("/inserted_ids/4998").asText()).isEqualTo("own 4998");
        String last = answer.at("/inserted_ids/4999").toString();
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":" + last + "}}").get("data").toString()).isEqualTo("[{\"id\":" + last + ",\"age\":4999}]");

        JsonNode page = done("query", "redis", "{\"table\":\"people\",\"filters\":{\"age__gte\":10},\"order_by\":[\"-age\",\"id\"],\"limit\":3,\"offset\":2,\"columns\":[\"age\"]}");
        assertThat(page.get("data").toString()).isEqualTo("[{\"age\":4997},{\"age\":4996},{\"age\":4995}]");
        assertThat(page.get("count").intValue()).isEqualTo(4_990);
        assertThat(page.get("has_more").booleanValue()).isTrue();
        JsonNode beyond = done("query", "redis", "{\"table\":\"people\",\"offset\":6000}");
        assertThat(beyond.get("data")).isEmpty();
        assertThat(beyond.get("count").intValue()).isEqualTo(5_000);
        assertThat(beyond.get("has_more").booleanValue()).isFalse();
        assertThat(done("update", "redis", "{\"table\":\"people\",\"data\":{\"seen\":true},\"filters\":{\"age__gte\":0}}").get("updated_count").intValue()).isEqualTo(5_000);
        assertThat(done("delete", "redis", "{\"table\":\"people\",\"filters\":{\"seen\":true}}").get("deleted_count").intValue()).isEqualTo(5_000);
    }

    @Test
    void pagesWithoutOrderFollowEachOther() {
        done("insert", "redis", "{\"table\":\"people\",\"data\":" + IntStream.range(0, 250).mapToObj(i -> "{\"n\":" + i + "}").collect(Collectors.joining(",", "[", "]")) + "}");
        List<Integer> ids = new ArrayList<>();
        for (int offset = 0; offset < 250; offset += 50) {
            done("query", "redis", "{\"table\":\"people\",\"limit\":50,\"offset\":" + offset + "}").get("data").forEach(row -> ids.add(row.get("id").intValue()));
        }
        assertThat(ids).isEqualTo(IntStream.rangeClosed(1, 250).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"there\"", "7", "1.5", "\"\"", "true", "{\"a\":1}", "\"_id_counter\""})
    void oneBadRowAmongFiveThousandAndNoneIsInserted(String id) {
        done("insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"there\"}}");
        String rows = IntStream.range(0, 5_000).mapToObj(i -> i == 4_998 ? "{\"id\":" + id + "}" : i == 5 ? "{\"id\":\"7\"}" : "{\"n\":%d}".formatted(i)).collect(Collectors.joining(",", "[", "]"));
        boolean taken = id.equals("7") || id.contains("there");
        assertThat(failed(taken ? "integrity_error" : "query_error", "insert", "redis", "{\"table\":\"people\",\"data\":" + rows + "}")).contains("id");
        assertThat(failed("query_error", "insert", "redis", "{\"table\":\"people\",\"data\":" + rows.replace("]", ",{}]") + "}")).contains("5000");
        assertThat(redis.keys("people:*")).isSubsetOf("people:there", "people:_id_counter");
    }

    @Test
    void generatedIdsPassOverThoseThatAreThere() {
        redis.run(commands -> {
            IntStream.range(1, 400).forEach(i -> commands.set("people:" + i, "{\"id\":" + i + "}"));
            return commands.lpush("people:400", "a list");
        });
        assertThat(done("insert", "redis", "{\"table\":\"people\",\"data\":[{},{\"id\":null},{}]}").get("inserted_ids")).allMatch(id -> id.isInt() && id.intValue() > 400).doesNotHaveDuplicates();
        assertThat(done("query", "redis", "{\"table\":\"people\"}").get("count").intValue()).isEqualTo(402);
    }

    @Test
    void concurrentInsertsHaveDifferentIdsAndOfTheSameIdOneSucceeds() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(16);
        List<Future<List<JsonNode>>> running = IntStream.range(0, 16).mapToObj(caller -> callers.submit(() -> {
            List<JsonNode> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                answers.add(done("insert", "redis", "{\"table\":\"people\",\"data\":[{},{}]}"));
                answers.add(call("insert", "redis", "{\"table\":\"people\",\"data\":[{\"id\":\"own%d\",\"by\":%d},{\"id\":\"too%d-%d\"}]}".formatted(i, caller, i, caller)));
            }
            return answers;
        })).toList();
        Set<String> ids = new HashSet<>();
        int refused = 0;
        for (Future<List<JsonNode>> each : running) {
            for (JsonNode answer : each.get(30, TimeUnit.SECONDS)) {
                answer.path("inserted_ids").forEach(id -> assertThat(ids.add(id.asText())).isTrue());
                refused += answer.at("/error/type").asText().equals("integrity_error") ? 1 : 0;
            }
        }
        callers.shutdown();
        assertThat(ids).hasSize(16 * 20 * 2 + 20 * 2);
        assertThat(refused).isEqualTo(15 * 20);
        assertThat(done("query", "redis", "{\"table\":\"people\"}").get("count").intValue()).isEqualTo(ids.size());
    }

    @Test
    void valuesComeOutAsTheyWentIn() throws Exception {
        String row = "{\"id\":\"x\",\"long\":9223372036854775807,\"least\":-9223372036854775808,\"big\":123456789012345678901234567890,"
                + "\"decimal\":1234567890123456789012345678.0123456789,\"price\":12.50,\"double\":1E+300,\"tiny\":-1E-10,\"yes\":true,\"no\":false,\"none\":null,"
                + "\"text\":\"北京 🚲 \\n \\\\ ' \\\" % _ \\u0000\",\"nested\":{\"list\":[1,2.50,null,true,{\"a\":[]}],\"北\":{}}}";
        ObjectNode insert = EXACT.createObjectNode().put("table", "people").set("data", EXACT.readTree(row));
        assertThat(call("insert", "redis", insert).get("success").booleanValue()).isTrue();
        JsonNode found = EXACT.readTree(client.call("db_query_redis", McpClient.object("{\"table\":\"people\",\"filters\":{\"id\":\"x\"}}")).body()).at("/result/structuredContent/data/0");
        assertThat(exact(found)).isEqualTo(exact(EXACT.readTree(row)));
        done("update", "redis", "{\"table\":\"people\",\"data\":{\"more\":1},\"filters\":{\"id\":\"x\"}}");
        JsonNode updated = EXACT.readTree(redis.get("people:x"));
        assertThat(exact(((ObjectNode) updated).without("more"))).as("an update leaves the other fields as they are").isEqualTo(exact(found));
        for (String filter : List.of("{\"long\":9223372036854775807}", "{\"big__gt\":123456789012345678901234567889}", "{\"decimal\":1234567890123456789012345678.0123456789}", "{\"price\":12.5}",
                "{\"nested\":{\"北\":{},\"list\":[1,2.5,null,true,{\"a\":[]}]}}", "{\"none__isnull\":true,\"missing__isnull\":true,\"yes__isnull\":false}")) {
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
                .append(field.getValue().isNumber() ? field.getValue().decimalValue().stripTrailingZeros().toString() : field.getValue().toString().replace("2.50", "2.5")).append('\n'));
        return text.toString();
    }

    @Test
    void withoutFiltersNothingIsChanged() {
        done("insert", "redis", "{\"table\":\"people\",\"data\":{\"name\":\"kept\"}}");
        for (String filters : List.of("", ",\"filters\":{}", ",\"filters\":null")) {
            assertThat(failed("permission_error", "update", "redis", "{\"table\":\"people\",\"data\":{\"name\":\"gone\"}" + filters + "}")).contains("filters");
            assertThat(failed("permission_error", "delete", "redis", "{\"table\":\"people\"" + filters + "}")).contains("filters");
        }
        assertThat(done("delete", "redis", "{\"table\":\"people\",\"filters\":{\"name\":\"kept\"}}").get("deleted_count").intValue()).isEqualTo(1);
    }

    @Test
    void hashesAreRecordsOfText() {
        redis.run(commands -> commands.hset("people:h1", Map.of("name", "甲", "age", "9", "vip", "true", "zip", "007")));
        redis.run(commands -> commands.hset("people:h2", Map.of("name", "乙", "age", "10", "vip", "false", "joined", "2026-01-01T08:00:00+08:00")));
        redis.run(commands -> commands.set("people:j", "{\"name\":\"丙\",\"age\":9.5,\"vip\":true}"));
        for (Map.Entry<String, String> expected : Map.of("{\"age\":9}", "h1", "{\"age\":9.0}", "h1", "{\"age__gt\":9.5}", "h2", "{\"vip\":true,\"age__lt\":9.2}", "h1", "{\"age\":\"10\"}", "h2",
                "{\"joined\":\"2026-01-01T00:00:00Z\"}", "h2", "{\"zip\":\"007\"}", "h1", "{\"id\":\"j\"}", "j", "{\"age__in\":[9.5]}", "j", "{\"name__contains\":\"乙\"}", "h2").entrySet()) {
            assertThat(done("query", "redis", "{\"table\":\"people\",\"columns\":[\"id\"],\"filters\":" + expected.getKey() + "}").get("data").toString()).as(expected.getKey())
                    .isEqualTo("[{\"id\":\"" + expected.getValue() + "\"}]");
        }
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"zip\":7}}").get("count").intValue()).isZero();
        assertThat(done("query", "redis", "{\"table\":\"people\",\"columns\":[\"id\",\"age\"],\"order_by\":[\"age\"]}").get("data").toString())
                .isEqualTo("[{\"id\":\"h1\",\"age\":\"9\"},{\"id\":\"j\",\"age\":9.5},{\"id\":\"h2\",\"age\":\"10\"}]");
    }

    @Test
    void anUpdateKeepsTheKindAndTheTimeToLive() {
        redis.run(commands -> commands.hset("people:h", Map.of("name", "甲", "age", "9", "gone", "x")));
        redis.run(commands -> commands.set("people:j", "{\"name\":\"乙\",\"age\":9}"));
        redis.run(commands -> commands.set("people:k", "{\"name\":\"丙\"}"));
        redis.run(commands -> commands.expire("people:h", 500) && commands.expire("people:j", 500));
        assertThat(done("update", "redis", "{\"table\":\"people\",\"data\":{\"age\":10.25,\"gone\":null,\"list\":[1,\"二\"],\"ok\":true},\"filters\":{\"name__not_in\":[]}}").get("updated_count").intValue()).isEqualTo(3);
        assertThat(redis.<Map<String, String>>run(commands -> commands.hgetall("people:h"))).isEqualTo(Map.of("name", "甲", "age", "10.25", "list", "[1,\"二\"]", "ok", "true"));
        assertThat(redis.get("people:j")).isEqualTo("{\"name\":\"乙\",\"age\":10.25,\"gone\":null,\"list\":[1,\"二\"],\"ok\":true}");
        assertThat(redis.<Long>run(commands -> commands.ttl("people:h"))).isBetween(490L, 500L);
        assertThat(redis.<Long>run(commands -> commands.ttl("people:j"))).isBetween(490L, 500L);
        assertThat(redis.<Long>run(commands -> commands.ttl("people:k"))).isEqualTo(-1);
        assertThat(failed("query_error", "update", "redis", "{\"table\":\"people\",\"data\":{\"name\":null,\"age\":null,\"list\":null,\"ok\":null},\"filters\":{\"age\":10.25}}")).contains("people:h");
        assertThat(redis.get("people:j")).as("none of them was changed").contains("乙");
        assertThat(failed("query_error", "update", "redis", "{\"table\":\"people\",\"data\":{\"id\":5},\"filters\":{\"id\":\"j\"}}")).contains("id");
    }

    @Test
    void whatIsNoRecordIsNeitherSeenNorTouched() {
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
        assertThat(done("query", "redis", "{\"table\":\"people\"}").get("data").toString()).as("the id is the key's").isEqualTo("[{\"id\":\"1\",\"n\":1},{\"id\":\"2:x\",\"n\":1}]");
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id__in\":[\"text\",\"queue\",\"set\",\"stream\",\"1\",77,\"_id_counter\"]}}").get("count").intValue()).isEqualTo(1);
        assertThat(done("update", "redis", "{\"table\":\"people\",\"data\":{\"n\":2},\"filters\":{\"id__not_in\":[0]}}").get("updated_count").intValue()).isEqualTo(2);
        assertThat(done("delete", "redis", "{\"table\":\"people\",\"filters\":{\"id__not_in\":[0]}}").get("deleted_count").intValue()).isEqualTo(2);
        failed("integrity_error", "insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"queue\"}}");
        assertThat(redis.keys("people*")).hasSize(11);
        redis.run(commands -> commands.del("people", "peoples:1"));
    }

    @Test
    void theIdIsReadAtOnceWithoutAScan() {
        done("insert", "redis", "{\"table\":\"people\",\"data\":[{\"id\":1,\"a\":1},{\"id\":2,\"a\":2},{\"id\":3,\"a\":3}]}");
        redis.run(commands -> commands.configResetstat());
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":\"2\"}}").get("count").intValue()).isEqualTo(1);
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":2.0,\"a__gt\":5}}").get("count").intValue()).isZero();
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id__in\":[3,1,9,null_id,3]},\"order_by\":[\"-id\"]}".replace("null_id", "\"9\"")).get("data").findValuesAsText("id")).containsExactly("3", "1");
        done("update", "redis", "{\"table\":\"people\",\"data\":{\"a\":5},\"filters\":{\"id\":1}}");
        done("delete", "redis", "{\"table\":\"people\",\"filters\":{\"id__in\":[1,2]}}");
        assertThat(redis.<String>run(commands -> commands.info("commandstats"))).contains("cmdstat_mget").doesNotContain("cmdstat_scan", "cmdstat_keys");
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id__gt\":2}}").get("count").intValue()).isEqualTo(1);
        assertThat(redis.<String>run(commands -> commands.info("commandstats"))).contains("cmdstat_scan");
    }

    @Test
    void anyTextIsAnId() {
        for (String id : List.of("a:b", "*", "[x]", "张 三", "🚲", "\\", "\r\n", " ", "1.5", "0x1")) {
            ObjectNode insert = McpClient.object("{\"table\":\"people\"}");
            insert.putObject("data").put("id", id);
            assertThat(call("insert", "redis", insert).at("/inserted_ids/0").asText()).isEqualTo(id);
            ObjectNode query = McpClient.object("{\"table\":\"people\"}");
            query.putObject("filters").put("id", id);
            assertThat(call("query", "redis", query).at("/data/0/id").asText()).isEqualTo(id);
        }
        failed("integrity_error", "insert", "redis", "{\"table\":\"people\",\"data\":[{\"id\":5},{\"id\":\"5\"}]}");
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":1E+999999999}}").get("count").intValue()).isZero();
    }

    @Test
    void valuesOfDifferentTypesAreSortedInOneOrder() {
        done("insert", "redis", """
                {"table":"people","data":[{"id":1,"v":"b"},{"id":2,"v":10},{"id":3,"v":null},{"id":4,"v":"a"},{"id":5,"v":9.5},{"id":6},{"id":7,"v":true},{"id":8,"v":"2026-01-01T08:00:00+08:00"},
                {"id":9,"v":"2026-01-01T00:30:00Z"},{"id":10,"v":[1]},{"id":11,"v":"🚲"},{"id":12,"v":"ｚ"},{"id":13,"v":1E+30},{"id":14,"v":"10"},{"id":15,"v":false}]}""");
        assertThat(done("query", "redis", "{\"table\":\"people\",\"order_by\":[\"v\"]}").get("data").findValues("id").toString()).isEqualTo("[15, 7, 5, 2, 13, 8, 9, 14, 4, 1, 12, 11, 10, 3, 6]");
        assertThat(done("query", "redis", "{\"table\":\"people\",\"order_by\":[\"-v\",\"-id\"]}").get("data").findValues("id").toString()).isEqualTo("[6, 3, 10, 11, 12, 1, 4, 14, 9, 8, 13, 2, 5, 7, 15]");
    }

    @Test
    void aTableThatIsTooLargeToReadThroughIsAnErrorAndNoCut() {
        redis.create("allowed_one", Map.of());
        done("insert", "redis_some", "{\"table\":\"allowed_one\",\"data\":" + IntStream.range(0, 20).mapToObj(i -> "{\"n\":" + i + "}").collect(Collectors.joining(",", "[", "]")) + "}");
        assertThat(done("query", "redis_some", "{\"table\":\"allowed_one\"}").get("count").intValue()).isEqualTo(20);
        done("insert", "redis_some", "{\"table\":\"allowed_one\",\"data\":{}}");
        for (String verb : List.of("query", "update", "delete")) {
            assertThat(failed("query_error", verb, "redis_some", "{\"table\":\"allowed_one\",\"filters\":{\"n__gte\":0}" + (verb.equals("update") ? ",\"data\":{\"n\":1}" : "") + "}")).contains("20").contains("id__in");
        }
        assertThat(done("query", "redis_some", "{\"table\":\"allowed_one\",\"filters\":{\"id\":21}}").get("count").intValue()).isEqualTo(1);
        assertThat(done("query", "redis", "{\"table\":\"allowed_one\"}").get("count").intValue()).isEqualTo(21);
    }

    @Test
    void recordsThatAreTooLargeTogetherAreAnErrorToo() {
        String large = "{\"v\":\"" + "x".repeat(1_000_000) + "\"}";
        redis.run(commands -> {
            IntStream.range(0, 40).forEach(i -> commands.set("people:" + i, large));
            return null;
        });
        assertThat(failed("query_error", "query", "redis", "{\"table\":\"people\",\"columns\":[\"id\"]}")).contains("characters");
        assertThat(done("query", "redis", "{\"table\":\"people\",\"columns\":[\"id\"],\"filters\":{\"id__in\":[1,2,3]}}").get("count").intValue()).isEqualTo(3);
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"v__isnull\":true}}").get("count").intValue()).isZero();
    }

    @Test
    void mistakesAreTold() {
        for (String table : List.of("people:1", "people*", "pe?ple", "[p]eople", "pe ople", "用户", "people\\")) {
            assertThat(failed("query_error", "query", "redis", McpClient.object("{}").put("table", table).toString())).contains("A-Z");
        }
        assertThat(failed("query_error", "query", "redis", "{\"table\":\"people\",\"filters\":{\"age__between\":1}}")).contains("__gt, __gte, __lt, __lte, __contains, __startswith, __endswith, __in, __not_in, __isnull");
        assertThat(failed("query_error", "query", "redis", "{\"table\":\"people\",\"filters\":{\"age\":null}}")).contains("age__isnull");
        assertThat(failed("query_error", "query", "redis", "{\"table\":\"people\",\"filters\":{\"age__isnull\":1}}")).contains("true or false");
        assertThat(failed("query_error", "query", "redis", "{\"table\":\"people\",\"limit\":1001}")).contains("limit");
        assertThat(failed("query_error", "insert", "redis", "{\"table\":\"people\",\"data\":[]}")).contains("data");
        assertThat(failed("query_error", "insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"%s\"}}".formatted("x".repeat(501)))).contains("500");
        assertThat(redis.keys("people:*")).isEmpty();
    }

    @Test
    void aReadOnlyDatabaseHasNoWritingTools() {
        List<String> names = new ArrayList<>();
        client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult").result().get("tools").forEach(tool -> names.add(tool.get("name").asText()));
        assertThat(names).contains("db_query_redis_reports", "db_query_redis", "db_insert_redis", "db_update_redis", "db_delete_redis", "db_advanced_redis")
                .doesNotContain("db_insert_redis_reports", "db_update_redis_reports", "db_delete_redis_reports", "db_advanced_redis_reports");
        done("query", "redis_reports", "{\"table\":\"people\"}");
        assertThat(client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult").body()).contains("whether rows follow. A row is the JSON string or hash at a key TABLE:ID");
    }

    @Test
    void tablesAreAllowedAndDenied() {
        assertThat(failed("permission_error", "query", "redis_some", "{\"table\":\"people\"}")).contains("allowed_one");
        failed("permission_error", "query", "redis_some", "{\"table\":\"allowed_two\"}");
        failed("permission_error", "insert", "redis_some", "{\"table\":\"people\",\"data\":{}}");
        failed("permission_error", "delete", "redis_some", "{\"table\":\"people\",\"filters\":{\"id\":1}}");
        assertThat(failed("permission_error", "advanced", "redis_some", "{\"operation\":\"transaction\",\"operations\":[{\"type\":\"insert\",\"table\":\"allowed_one\",\"data\":{\"id\":\"t\"}},"
                + "{\"type\":\"delete\",\"table\":\"people\",\"filters\":{\"id\":1}}]}")).contains("Operation 2");
        assertThat(redis.<Long>run(commands -> commands.exists("allowed_one:t"))).isZero();
    }

    @Test
    void callersWhoChangeDifferentFieldsOfOneRecordLoseNothing() throws Exception {
        redis.run(commands -> commands.hset("people:hash", "name", "both"));
        done("insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"json\",\"name\":\"both\"}}");
        ExecutorService callers = Executors.newFixedThreadPool(16);
        List<Future<?>> running = new ArrayList<>();
        for (int caller = 0; caller < 16; caller++) {
            String field = "f" + caller;
            String filter = caller % 2 == 0 ? "{\"name\":\"both\"}" : "{\"id__in\":[\"json\",\"hash\"]}";
            running.add(callers.submit(() -> {
                for (int i = 1; i <= 25; i++) {
                    assertThat(done("update", "redis", "{\"table\":\"people\",\"data\":{\"%s\":%d},\"filters\":%s}".formatted(field, i, filter)).get("updated_count").intValue()).isEqualTo(2);
                    JsonNode own = done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":\"json\"}}").at("/data/0");
                    assertThat(own.get(field).intValue()).isEqualTo(i);
                }
                return null;
            }));
        }
        for (Future<?> each : running) {
            each.get(60, TimeUnit.SECONDS);
        }
        callers.shutdown();
        JsonNode rows = done("query", "redis", "{\"table\":\"people\",\"order_by\":[\"id\"]}").get("data");
        for (int caller = 0; caller < 16; caller++) {
            assertThat(rows.at("/0/f" + caller).asText()).isEqualTo("25");
            assertThat(rows.at("/1/f" + caller).asText()).isEqualTo("25");
        }
    }
}
