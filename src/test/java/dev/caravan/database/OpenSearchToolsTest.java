package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.McpClient;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tools of OpenSearch. */
class OpenSearchToolsTest extends DatabaseTest {

    private static final String DB = "opensearch";
    private static final OpenSearchTestStore STORE = (OpenSearchTestStore) STORES.get(DB);

    @BeforeAll
    void indexes() {
        STORE.create("os_people", TestStore.columns("id LONG, name TEXT, email TEXT, age INTEGER, status TEXT, salary DECIMAL, born TIME"));
        make("os_loose", "{}");
        STORE.create("os_one", TestStore.columns("id LONG, v TEXT"));
        STORE.create("os_two", TestStore.columns("id LONG, v TEXT"));
    }

    /** An index with that mapping. */
    private static void make(String index, String mapping) {
        STORE.send("DELETE", "/" + index + "?ignore_unavailable=true", null);
        STORE.send("PUT", "/" + index, "{\"settings\":{\"index.refresh_interval\":\"50ms\",\"index.number_of_replicas\":0},\"mappings\":" + mapping + "}");
    }

    private static String where(String filters) {
        return "{\"table\":\"os_people\",\"filters\":" + filters + "}";
    }

    @Test
    void whatIsInsertedIsFoundChangedAndDeleted() {
        JsonNode one = done("insert", DB, "{\"table\":\"os_people\",\"data\":{\"name\":\"张三\",\"age\":30,\"status\":\"new\"}}");
        assertThat(one.get("inserted_count").intValue()).isEqualTo(1);
        String id = one.at("/inserted_ids/0").asText();
        assertThat(id).isNotBlank();

        JsonNode found = done("query", DB, where("{\"_id\":\"" + id + "\"}"));
        assertThat(found.get("data").toString()).isEqualTo("[{\"_id\":\"" + id + "\",\"name\":\"张三\",\"age\":30,\"status\":\"new\"}]");
        assertThat(found.get("count").intValue()).isEqualTo(1);
        assertThat(found.get("has_more").booleanValue()).isFalse();
        assertThat(done("query", DB, where("{\"name\":\"张三\",\"_id__in\":[\"" + id + "\",\"x\"],\"_id__not_in\":[\"y\"],\"_id__isnull\":false}")).get("count").intValue()).isEqualTo(1);

        assertThat(done("update", DB, "{\"table\":\"os_people\",\"data\":{\"status\":\"old\",\"age\":null},\"filters\":{\"_id\":\"" + id + "\"}}").get("updated_count").intValue()).isEqualTo(1);
        assertThat(done("query", DB, "{\"table\":\"os_people\",\"filters\":{\"_id\":\"" + id + "\"},\"columns\":[\"status\",\"age\",\"email\",\"_id\"]}").get("data").toString())
                .isEqualTo("[{\"status\":\"old\",\"age\":null,\"email\":null,\"_id\":\"" + id + "\"}]");
        assertThat(done("delete", DB, where("{\"_id\":\"" + id + "\"}")).get("deleted_count").intValue()).isEqualTo(1);
        assertThat(done("query", DB, where("{\"_id\":\"" + id + "\"}")).get("count").intValue()).isZero();
    }

    @Test
    void theIdIsWhatTheDataCallsIdAndIsThereOnce() {
        JsonNode some = done("insert", DB, "{\"table\":\"os_people\",\"data\":[{\"id\":9007199254740993,\"name\":\"a\"},{\"name\":\"b\"},{\"_id\":\"c d/é\",\"name\":\"c\"}]}");
        assertThat(some.at("/inserted_ids/0").longValue()).isEqualTo(9007199254740993L);
        assertThat(some.at("/inserted_ids/2").asText()).isEqualTo("c d/é");
        assertThat(done("query", DB, where("{\"id\":9007199254740993}")).get("data").toString()).isEqualTo("[{\"_id\":\"9007199254740993\",\"id\":9007199254740993,\"name\":\"a\"}]");
        assertThat(done("query", DB, where("{\"_id\":\"c d/é\"}")).get("data").toString()).isEqualTo("[{\"_id\":\"c d/é\",\"name\":\"c\"}]");

        assertThat(failed("integrity_error", "insert", DB, "{\"table\":\"os_people\",\"data\":{\"id\":9007199254740993,\"name\":\"x\"}}")).contains("9007199254740993");
        assertThat(failed("integrity_error", "insert", DB, "{\"table\":\"os_people\",\"data\":[{\"id\":5,\"name\":\"x\"},{\"id\":\"5\",\"name\":\"x\"}]}")).contains("5");
        failed("integrity_error", "insert", DB, "{\"table\":\"os_people\",\"data\":[{\"id\":6,\"name\":\"x\"},{\"id\":9007199254740993,\"name\":\"x\"}]}");
        for (String id : List.of("\"\"", "[1]", "{}", "\"" + "i".repeat(513) + "\"")) {
            failed("query_error", "insert", DB, "{\"table\":\"os_people\",\"data\":{\"_id\":" + id + ",\"name\":\"x\"}}");
        }
        assertThat(done("query", DB, where("{\"name\":\"x\"}")).get("count").intValue()).isZero();
        assertThat(failed("query_error", "update", DB, "{\"table\":\"os_people\",\"data\":{\"id\":1},\"filters\":{\"name\":\"a\"}}")).contains("id");
        done("update", DB, "{\"table\":\"os_people\",\"data\":{\"id\":9007199254740993,\"name\":\"a\"},\"filters\":{\"id\":9007199254740993}}");
        assertThat(done("delete", DB, where("{\"name__in\":[\"a\",\"b\",\"c\"]}")).get("deleted_count").intValue()).isEqualTo(3);
    }

    @Test
    void manyRowsGoInTogetherAndTheirIdsComeInOrder() {
        int open = openSearches();
        for (int first = 0; first < 10_500; first += 5_000) {
            int most = Math.min(5_000, 10_500 - first);
            String rows = IntStream.range(first, first + most).mapToObj("{\"name\":\"many %1$d\",\"age\":%1$d}"::formatted).collect(Collectors.joining(",", "[", "]"));
            JsonNode answer = done("insert", DB, "{\"table\":\"os_people\",\"data\":" + rows + "}");
            assertThat(answer.get("inserted_count").intValue()).isEqualTo(most);
            assertThat(answer.get("inserted_ids")).hasSize(most);
            assertThat(done("query", DB, "{\"table\":\"os_people\",\"filters\":{\"_id\":\"%s\"},\"columns\":[\"name\"]}".formatted(answer.at("/inserted_ids/" + (most - 1)).asText())).get("data").toString())
                    .isEqualTo("[{\"name\":\"many " + (first + most - 1) + "\"}]");
        }
        String many = "{\"table\":\"os_people\",\"filters\":{\"name__startswith\":\"many \"},\"order_by\":[\"-age\",\"id\"],\"columns\":[\"age\"]";
        JsonNode page = done("query", DB, many + ",\"limit\":3,\"offset\":2}");
        assertThat(page.get("data").toString()).isEqualTo("[{\"age\":10497},{\"age\":10496},{\"age\":10495}]");
        assertThat(page.get("count").intValue()).isEqualTo(10_500);
        assertThat(page.get("has_more").booleanValue()).isTrue();
        JsonNode last = done("query", DB, many + ",\"limit\":10,\"offset\":9990}");
        assertThat(last.get("data")).hasSize(10);
        assertThat(failed("query_error", "query", DB, many + ",\"limit\":10,\"offset\":9991}")).contains("10000");
        JsonNode beyond = done("query", DB, many + ",\"offset\":10500}");
        assertThat(beyond.get("data")).isEmpty();
        assertThat(beyond.get("count").intValue()).isEqualTo(10_500);
        assertThat(beyond.get("has_more").booleanValue()).isFalse();

        JsonNode ends = done("query", DB, "{\"table\":\"os_people\",\"filters\":{\"name__startswith\":\"many \",\"age__lt\":7},\"limit\":5,\"offset\":5,\"order_by\":[\"age\"]}");
        assertThat(ends.get("data")).hasSize(2);
        assertThat(ends.get("count").intValue()).isEqualTo(7);

        assertThat(whenThereIsTime("update", "{\"table\":\"os_people\",\"data\":{\"status\":\"moved\"},\"filters\":{\"name__startswith\":\"many \"}}").get("updated_count").intValue()).isEqualTo(10_500);
        assertThat(done("query", DB, where("{\"status\":\"moved\"}")).get("count").intValue()).isEqualTo(10_500);
        assertThat(whenThereIsTime("delete", where("{\"name__startswith\":\"many \"}")).get("deleted_count").intValue()).isLessThanOrEqualTo(10_500);
        assertThat(done("query", DB, where("{\"name__startswith\":\"many \"}")).get("count").intValue()).isZero();
        await().until(() -> openSearches() <= open);
    }

    /** Searches that are read page by page and not over; the server ends those that nobody does, in a minute. */
    private static int openSearches() {
        return STORE.send("GET", "/_nodes/stats/indices/search", null).findValue("open_contexts").intValue();
    }

    /** A machine on which much else is going on may need more than the statement's 4 s. */
    private JsonNode whenThereIsTime(String verb, String arguments) {
        JsonNode answer = call(verb, DB, arguments);
        for (int i = 0; i < 5 && answer.at("/error/type").asText().equals("timeout_error"); i++) {
            answer = call(verb, DB, arguments);
        }
        assertThat(answer.get("success").booleanValue()).as(answer.toString()).isTrue();
        return answer;
    }

    @Test
    void pagesWithoutOrderFitTogether() {
        String rows = IntStream.range(0, 250).mapToObj("{\"name\":\"paged\",\"age\":%d}"::formatted).collect(Collectors.joining(",", "[", "]"));
        done("insert", DB, "{\"table\":\"os_people\",\"data\":" + rows + "}");
        List<Integer> ages = new ArrayList<>();
        for (int offset = 0; offset < 250; offset += 50) {
            done("query", DB, "{\"table\":\"os_people\",\"filters\":{\"name\":\"paged\"},\"limit\":50,\"offset\":" + offset + "}").get("data").forEach(row -> ages.add(row.get("age").intValue()));
        }
        assertThat(ages).isEqualTo(IntStream.range(0, 250).boxed().toList());
        done("delete", DB, where("{\"name\":\"paged\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"name\":\"batch\",\"age\":\"old\"}", "{\"name\":\"batch\",\"late\":{\"a\":1}}", "{\"name\":\"batch\",\"email\":\"LONG\"}", "{\"id\":1,\"name\":\"batch\"}"})
    void oneBadRowAmongFiveThousandAndNoneIsInserted(String bad) {
        String fitting = bad.replace("LONG", "长".repeat(20_000));
        String rows = IntStream.range(0, 5_000).mapToObj(i -> i == 4_998 ? fitting : "{\"name\":\"batch\",\"age\":%d}".formatted(i)).collect(Collectors.joining(",", "[", "]"));
        JsonNode refused = null;
        for (int i = 0; i < 6 && (refused == null || refused.at("/error/type").asText().equals("timeout_error")); i++) {
            make("os_batch", "{\"properties\":{\"name\":{\"type\":\"keyword\"},\"email\":{\"type\":\"keyword\"},\"age\":{\"type\":\"integer\"},\"late\":{\"type\":\"ip\"},\"id\":{\"type\":\"long\"}}}");
            done("insert", DB, "{\"table\":\"os_batch\",\"data\":{\"id\":1,\"name\":\"before\"}}");
            refused = call("insert", DB, "{\"table\":\"os_batch\",\"data\":" + rows + "}");
        }
        assertThat(refused.at("/error/type").asText()).as(refused.toString()).isEqualTo(bad.contains("id") ? "integrity_error" : "query_error");
        if (!bad.contains("old")) {
            assertThat(refused.at("/error/message").asText()).contains("row 4999");
        }
        STORE.send("POST", "/os_batch/_refresh", null);
        assertThat(STORE.send("GET", "/os_batch/_search", null).at("/hits/hits")).hasSize(1);
        assertThat(done("query", DB, "{\"table\":\"os_batch\"}").at("/data/0/name").asText()).isEqualTo("before");
    }

    @Test
    void numbersTextTimesAndJsonComeOutAsTheyWentIn() {
        make("os_types", """
                {"properties":{"b":{"type":"byte"},"i":{"type":"integer"},"l":{"type":"long"},"u":{"type":"unsigned_long"},"d":{"type":"double"},"s":{"type":"scaled_float","scaling_factor":100},
                "t":{"type":"date"},"n":{"type":"date_nanos"},"day":{"type":"date","format":"yyyy-MM-dd"},"k":{"type":"keyword"},"x":{"type":"text"},"o":{"type":"object","enabled":false},
                "f":{"type":"flat_object"},"bin":{"type":"binary"},"ip":{"type":"ip"},"g":{"type":"geo_point"}}}""");
        String document = """
                {"b":-128,"i":2147483647,"l":9223372036854775807,"u":18446744073709551615,"d":12345678901234.123456,"s":99999999.99,"t":"2026-01-02T03:04:05.678Z",
                "n":"2026-01-02T03:04:05.678901234Z","day":"2026-02-28","k":"北京 🚲 \\n \\\\ ' \\" %% _","x":"long text","o":{"a":[1,2.50,null,true,"x"],"北":{}},"f":{"a":{"b":"c"}},"bin":"AAEC/w==",
                "ip":"192.168.0.1","g":{"lat":1.5,"lon":2.5},"new":{"deep":[{"x":9223372036854775807}]}}""".replace("%%", "%");
        exactly("insert", "{\"table\":\"os_types\",\"data\":" + document + "}");
        JsonNode row = exact(client.call("db_query_opensearch", McpClient.object("{\"table\":\"os_types\"}")).body()).at("/result/structuredContent/data/0");
        exact(document).properties().forEach(member -> assertThat(row.get(member.getKey())).as(member.getKey()).isEqualTo(member.getValue()));
        done("update", DB, "{\"table\":\"os_types\",\"data\":{\"k\":\"k\",\"new.other\":1},\"filters\":{\"l\":9223372036854775807}}");
        JsonNode after = exact(client.call("db_query_opensearch", McpClient.object("{\"table\":\"os_types\",\"filters\":{\"new.other\":1}}")).body()).at("/result/structuredContent/data/0");
        assertThat(after.get("d").decimalValue()).as("of a field that the update did not name").isEqualTo(new BigDecimal("12345678901234.123456"));
        assertThat(after.get("u").toString() + after.get("l")).isEqualTo("184467440737095516159223372036854775807");
        assertThat(after.get("new").toString()).isEqualTo("{\"deep\":[{\"x\":9223372036854775807}],\"other\":1}");

        done("insert", DB, "{\"table\":\"os_types\",\"data\":{\"id\":2,\"t\":\"2026-01-01T08:00:00+08:00\",\"l\":\"5\",\"k\":7,\"i\":1.0}}");
        assertThat(done("query", DB, "{\"table\":\"os_types\",\"filters\":{\"id\":2},\"columns\":[\"t\",\"l\",\"k\"]}").get("data").toString())
                .isEqualTo("[{\"t\":\"2026-01-01T00:00:00Z\",\"l\":5,\"k\":\"7\"}]");
        for (String unfit : List.of("\"b\":128", "\"i\":1.5", "\"i\":2147483648", "\"l\":9223372036854775808", "\"u\":-1", "\"d\":1e400", "\"t\":\"tomorrowish\"", "\"k\":{\"a\":1}", "\"l\":\"x\"", "\"day\":\"28.2.2026\"",
                "\"ip\":\"nowhere\"", "\"i\":true")) {
            failed("query_error", "insert", DB, "{\"table\":\"os_types\",\"data\":{" + unfit + "}}");
            failed("query_error", "update", DB, "{\"table\":\"os_types\",\"data\":{" + unfit + "},\"filters\":{\"id\":2}}");
        }
        assertThat(done("query", DB, "{\"table\":\"os_types\"}").get("count").intValue()).isEqualTo(2);
    }

    private JsonNode exactly(String verb, String arguments) {
        JsonNode answer = call(verb, DB, (ObjectNode) exact(arguments));
        assertThat(answer.get("success").booleanValue()).as(answer.toString()).isTrue();
        return answer;
    }

    private static JsonNode exact(String json) {
        try {
            return OpenSearchRequest.JSON.readTree(json);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"byte,1", "integer,1", "long,1", "unsigned_long,1", "double,1", "float,1", "scaled_float,100"})
    void numbersCompareByValueWhateverTheFilterSays(String type, int factor) {
        make("os_numbers", "{\"properties\":{\"id\":{\"type\":\"integer\"},\"n\":{\"type\":\"" + type + "\"" + (factor == 1 ? "" : ",\"scaling_factor\":" + factor) + "}}}");
        boolean isWhole = List.of("byte", "integer", "long", "unsigned_long").contains(type);
        List<String> numbers = new ArrayList<>(List.of("0", "1", "2", "100", "127"));
        numbers.addAll(isWhole ? List.of() : List.of("0.57", "1.1", "0.29", "1.5", "-0.57", "4.35"));
        numbers.addAll(type.equals("unsigned_long") ? List.of("18446744073709551615") : List.of("-1", "-128"));
        numbers.addAll(type.equals("long") ? List.of("9223372036854775807", "-9223372036854775808", "9007199254740993") : List.of());
        String rows = IntStream.range(0, numbers.size()).mapToObj(i -> "{\"id\":" + i + ",\"n\":" + numbers.get(i) + "}").collect(Collectors.joining(",", "[", ",{\"id\":99}]"));
        done("insert", DB, "{\"table\":\"os_numbers\",\"data\":" + rows + "}");
        List<String> asked = new ArrayList<>(numbers);
        asked.addAll(List.of("1.5", "-1.5", "0.5", "127.5", "128", "-129", "9223372036854775806.5", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e400", "-1e400", "1e999999999",
                "1e-999999999", "0.575", "1.000"));
        for (String value : asked) {
            BigDecimal number = new BigDecimal(value);
            for (Map.Entry<String, java.util.function.IntPredicate> operator : Map.<String, java.util.function.IntPredicate>of("n", o -> o == 0, "n__gt", o -> o > 0, "n__gte", o -> o >= 0,
                    "n__lt", o -> o < 0, "n__lte", o -> o <= 0).entrySet()) {
                if (operator.getKey().equals("n") && type.equals("scaled_float") && List.of("0.575", "1e-999999999").contains(value)) {
                    continue; // the nearest that is kept
                }
                List<Integer> expected = IntStream.range(0, numbers.size()).filter(i -> operator.getValue().test(new BigDecimal(numbers.get(i)).compareTo(number))).boxed().toList();
                JsonNode answer = exactly("query", "{\"table\":\"os_numbers\",\"columns\":[\"id\"],\"order_by\":[\"id\"],\"filters\":{\"" + operator.getKey() + "\":" + value + "}}");
                assertThat(answer.get("data")).extracting(row -> row.get("id").intValue()).as(operator.getKey() + " " + value).isEqualTo(expected);
            }
        }
        assertThat(exactly("query", "{\"table\":\"os_numbers\",\"filters\":{\"n__in\":[1,1.7,1e400,2]}}").get("count").intValue()).isEqualTo(2);
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_numbers\",\"filters\":{\"n\":\"one\"}}")).contains("one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"date", "date_nanos"})
    void timesCompareByInstant(String type) {
        make("os_times", "{\"properties\":{\"id\":{\"type\":\"integer\"},\"t\":{\"type\":\"" + type + "\"}}}");
        List<String> times = List.of("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.999Z", "2026-01-01T08:00:01+08:00", "1970-01-01T00:00:00Z", "2026-12-31T23:59:59.999Z");
        String rows = IntStream.range(0, times.size()).mapToObj(i -> "{\"id\":" + i + ",\"t\":\"" + times.get(i) + "\"}").collect(Collectors.joining(",", "[", "]"));
        done("insert", DB, "{\"table\":\"os_times\",\"data\":" + rows + "}");
        List<String> asked = new ArrayList<>(times);
        asked.addAll(List.of("2026-01-01T00:00:00.9991Z", "2026-01-01T00:00:00.998999999Z", "1960-01-01T00:00:00Z", "2400-01-01T00:00:00Z", "2026-01-01", "2025-12-31T20:00:00-04:00"));
        for (String value : asked) {
            Instant instant = SqlTimes.read(value).orElseThrow().toInstant(java.time.ZoneOffset.UTC);
            for (Map.Entry<String, java.util.function.IntPredicate> operator : Map.<String, java.util.function.IntPredicate>of("t", o -> o == 0, "t__gt", o -> o > 0, "t__gte", o -> o >= 0,
                    "t__lt", o -> o < 0, "t__lte", o -> o <= 0).entrySet()) {
                List<Integer> expected = IntStream.range(0, times.size()).filter(i -> operator.getValue().test(SqlTimes.read(times.get(i)).orElseThrow().toInstant(java.time.ZoneOffset.UTC).compareTo(instant))).boxed().toList();
                JsonNode answer = done("query", DB, "{\"table\":\"os_times\",\"columns\":[\"id\"],\"order_by\":[\"id\"],\"filters\":{\"" + operator.getKey() + "\":\"" + value + "\"}}");
                assertThat(answer.get("data")).extracting(row -> row.get("id").intValue()).as(operator.getKey() + " " + value).isEqualTo(expected);
            }
        }
        assertThat(done("query", DB, "{\"table\":\"os_times\",\"order_by\":[\"t\"],\"columns\":[\"t\"],\"offset\":3,\"limit\":1}").at("/data/0/t").asText()).isEqualTo("2026-01-01T00:00:01Z");
        for (String noTime : List.of("now", "now-1d", "2026-01-01||+1d", "\\u0000")) {
            failed("query_error", "query", DB, "{\"table\":\"os_times\",\"filters\":{\"t__gt\":\"" + noTime + "\"}}");
        }
    }

    @Test
    void analysedTextIsComparedByItsKeywordAndWhatThatDoesNotHoldIsSaid() {
        make("os_texts", """
                {"properties":{"id":{"type":"integer"},"title":{"type":"text","fields":{"keyword":{"type":"keyword","ignore_above":10}}},"body":{"type":"text"},
                "folded":{"type":"keyword","normalizer":"lowercase"},"code":{"type":"keyword","ignore_above":5}}}""");
        done("insert", DB, """
                {"table":"os_texts","data":[{"id":1,"title":"Red Apple","body":"b","folded":"F"},{"id":2,"title":"red","body":"b"},{"id":3,"title":""},{"id":4}]}""");
        assertThat(ids("os_texts", "{\"title\":\"Red Apple\"}")).containsExactly(1);
        assertThat(ids("os_texts", "{\"title__contains\":\"d A\"}")).containsExactly(1);
        assertThat(ids("os_texts", "{\"title__startswith\":\"red\"}")).containsExactly(2);
        assertThat(ids("os_texts", "{\"title__gt\":\"Red Apple\"}")).containsExactly(2);
        assertThat(ids("os_texts", "{\"title__not_in\":[\"red\"]}")).containsExactly(1, 3);
        assertThat(ids("os_texts", "{\"title__isnull\":true}")).containsExactly(4);
        assertThat(ids("os_texts", "{\"title.keyword\":\"red\"}")).containsExactly(2);
        assertThat(ids("os_texts", "{\"title\":\"a title that is longer than ten\"}")).isEmpty();
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_texts\",\"filters\":{\"body\":\"b\"}}")).contains("body").contains("keyword");
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_texts\",\"order_by\":[\"body\"]}")).contains("body");
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_texts\",\"filters\":{\"folded\":\"f\"}}")).contains("folded");
        assertThat(ids("os_texts", "{\"body__isnull\":false,\"folded__isnull\":false}")).containsExactly(1);
        assertThat(failed("query_error", "insert", DB, "{\"table\":\"os_texts\",\"data\":{\"code\":\"longer\"}}")).contains("code").contains("5");

        done("insert", DB, "{\"table\":\"os_texts\",\"data\":{\"id\":5,\"title\":\"a title that is longer than ten\"}}");
        assertThat(ids("os_texts", "{\"title\":\"red\"}")).as("a short text can't be that long one").containsExactly(2);
        assertThat(ids("os_texts", "{\"title__not_in\":[\"red\"]}")).containsExactly(1, 3, 5);
        assertThat(ids("os_texts", "{\"title__isnull\":false}")).containsExactly(1, 2, 3, 5);
        for (String filter : List.of("\"title__contains\":\"longer\"", "\"title\":\"a title that is longer than ten\"", "\"title__lt\":\"b\"", "\"title__endswith\":\"n\"")) {
            assertThat(failed("query_error", "query", DB, "{\"table\":\"os_texts\",\"filters\":{" + filter + "}}")).contains("title").contains("10");
            failed("query_error", "update", DB, "{\"table\":\"os_texts\",\"data\":{\"body\":\"changed\"},\"filters\":{" + filter + "}}");
            failed("query_error", "delete", DB, "{\"table\":\"os_texts\",\"filters\":{" + filter + "}}");
            assertThat(done("query", DB, "{\"table\":\"os_texts\",\"filters\":{" + filter + ",\"id__lt\":5}}").get("success").booleanValue()).as("left out by another").isTrue();
        }
        assertThat(done("query", DB, "{\"table\":\"os_texts\"}").get("count").intValue()).isEqualTo(5);
        String word = IntStream.range(0, 250).mapToObj(String::valueOf).collect(Collectors.joining(" ")) + "*?\\\\";
        done("insert", DB, "{\"table\":\"os_people\",\"data\":{\"id\":77,\"name\":\"" + word + "\"}}");
        assertThat(done("query", DB, where("{\"name__contains\":\"" + word + "\"}")).get("count").intValue()).isEqualTo(1);
        assertThat(done("query", DB, where("{\"name__startswith\":\"" + word + "\"}")).get("count").intValue()).isEqualTo(1);
        assertThat(done("query", DB, where("{\"name__endswith\":\"" + "北京上海天津".repeat(50) + "\"}")).get("count").intValue()).isZero();
        for (String operator : List.of("contains", "startswith", "endswith", "gt")) {
            assertThat(failed("query_error", "query", DB, where("{\"name__" + operator + "\":\"" + "w".repeat(901) + "\"}"))).contains("900");
        }
        assertThat(done("query", DB, where("{\"name\":\"" + "w".repeat(40_000) + "\",\"email__not_in\":[\"" + "w".repeat(40_000) + "\"]}")).get("count").intValue()).isZero();
        done("delete", DB, where("{\"id\":77}"));
    }

    private List<Integer> ids(String index, String filters) {
        List<Integer> ids = new ArrayList<>();
        done("query", DB, "{\"table\":\"" + index + "\",\"order_by\":[\"id\"],\"filters\":" + filters + "}").get("data").forEach(row -> ids.add(row.get("id").intValue()));
        return ids;
    }

    @Test
    void objectsNestedObjectsListsAndAliasesOfFields() {
        make("os_deep", """
                {"properties":{"id":{"type":"integer"},"address":{"properties":{"city":{"type":"keyword"},"zip":{"type":"integer"}}},
                "items":{"type":"nested","properties":{"sku":{"type":"keyword"},"n":{"type":"integer"}}},"tags":{"type":"keyword"},"town":{"type":"alias","path":"address.city"},"raw":{"type":"object","enabled":false}}}""");
        done("insert", DB, """
                {"table":"os_deep","data":[{"id":1,"address":{"city":"北京","zip":1},"items":[{"sku":"a","n":1},{"sku":"b","n":2}],"tags":["x","y"]},
                {"id":2,"address":{"city":"上海"},"items":[{"sku":"c","n":3}],"tags":[]},{"id":3}]}""");
        assertThat(ids("os_deep", "{\"address.city\":\"北京\"}")).containsExactly(1);
        assertThat(ids("os_deep", "{\"town__endswith\":\"海\"}")).containsExactly(2);
        assertThat(ids("os_deep", "{\"items.sku__in\":[\"b\",\"c\"],\"items.n__gt\":2}")).containsExactly(2);
        assertThat(ids("os_deep", "{\"items.sku__isnull\":true}")).containsExactly(3);
        assertThat(ids("os_deep", "{\"items__isnull\":false}")).containsExactly(1, 2);
        assertThat(ids("os_deep", "{\"address__isnull\":true}")).containsExactly(3);
        assertThat(ids("os_deep", "{\"tags\":\"y\"}")).containsExactly(1);
        assertThat(ids("os_deep", "{\"tags__isnull\":true}")).containsExactly(2, 3);
        assertThat(done("query", DB, "{\"table\":\"os_deep\",\"columns\":[\"address.city\",\"id\"],\"order_by\":[\"-items.n\"]}").get("data").toString())
                .isEqualTo("[{\"id\":3,\"address\":null},{\"id\":2,\"address\":{\"city\":\"上海\"}},{\"id\":1,\"address\":{\"city\":\"北京\"}}]".replace(",\"address\":null", ""));
        done("update", DB, "{\"table\":\"os_deep\",\"data\":{\"address.city\":\"天津\",\"tags\":[\"z\"]},\"filters\":{\"id\":1}}");
        assertThat(done("query", DB, "{\"table\":\"os_deep\",\"filters\":{\"id\":1},\"columns\":[\"address\",\"tags\"]}").get("data"))
                .isEqualTo(exact("[{\"address\":{\"city\":\"天津\",\"zip\":1},\"tags\":[\"z\"]}]"));
        for (String filter : List.of("\"address\":{\"city\":\"x\"}", "\"raw\":1", "\"address__gt\":1", "\"tags\":[\"z\"]", "\"id__contains\":\"1\"", "\"_id__contains\":\"1\"", "\"_id__gt\":\"1\"")) {
            failed("query_error", "query", DB, "{\"table\":\"os_deep\",\"filters\":{" + filter + "}}");
        }
    }

    @Test
    void missingValuesComeLastAndInDescendingOrderFirst() {
        STORE.create("os_nulls", TestStore.columns("id INTEGER, v TEXT"));
        done("insert", DB, "{\"table\":\"os_nulls\",\"data\":[{\"id\":1,\"v\":\"b\"},{\"id\":2},{\"id\":3,\"v\":\"a\"}]}");
        assertThat(done("query", DB, "{\"table\":\"os_nulls\",\"order_by\":[\"v\"]}").get("data")).extracting(row -> row.get("id").intValue()).containsExactly(3, 1, 2);
        assertThat(done("query", DB, "{\"table\":\"os_nulls\",\"order_by\":[\"-v\"]}").get("data")).extracting(row -> row.get("id").intValue()).containsExactly(2, 1, 3);
        assertThat(done("query", DB, "{\"table\":\"os_nulls\",\"order_by\":[\"-_id\"]}").get("data")).extracting(row -> row.get("id").intValue()).containsExactly(3, 2, 1);
    }

    @Test
    void withoutFiltersNothingIsChanged() {
        done("insert", DB, "{\"table\":\"os_people\",\"data\":{\"name\":\"kept\"}}");
        for (String filters : List.of("", ",\"filters\":{}", ",\"filters\":null")) {
            assertThat(failed("permission_error", "update", DB, "{\"table\":\"os_people\",\"data\":{\"name\":\"gone\"}" + filters + "}")).contains("filters");
            assertThat(failed("permission_error", "delete", DB, "{\"table\":\"os_people\"" + filters + "}")).contains("filters");
        }
        assertThat(done("delete", DB, where("{\"name\":\"kept\"}")).get("deleted_count").intValue()).isEqualTo(1);
    }

    @Test
    void mistakesAreToldWithWhatThereIs() {
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_peopel\"}")).contains("os_peopel").contains("os_people").contains("os_loose");
        assertThat(failed("query_error", "insert", DB, "{\"table\":\"os_peopel\",\"data\":{\"name\":\"x\"}}")).contains("os_people");
        assertThat(failed("query_error", "query", DB, where("{\"nam\":1}"))).contains("nam").contains("_id, age, born, email, id, name, salary, status");
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_people\",\"columns\":[\"nam\"]}")).contains("nam");
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_people\",\"order_by\":[\"-nam\"]}")).contains("nam");
        assertThat(failed("query_error", "query", DB, where("{\"age__between\":1}"))).contains("__gt, __gte, __lt");
        assertThat(failed("query_error", "query", DB, where("{\"age\":null}"))).contains("age__isnull");
        assertThat(failed("query_error", "query", DB, where("{\"age__contains\":\"1\"}"))).contains("only text");
        assertThat(failed("query_error", "query", DB, where("{\"age\":{\"a\":1}}"))).contains("age");
        assertThat(failed("query_error", "insert", DB, "{\"table\":\"os_people\",\"data\":{\"name\":\"n\",\"age\":\"old\"}}")).contains("age").contains("old");
        assertThat(failed("query_error", "insert", DB, "{\"table\":\"os_people\",\"data\":[]}")).contains("data");
        assertThat(STORE.send("GET", "/_resolve/index/os_peopel*", null).get("indices")).as("no index was made").isEmpty();
    }

    @Test
    void newFieldsFollowTheIndexsOwnRuleAndAreFoundAtOnce() {
        done("insert", DB, "{\"table\":\"os_loose\",\"data\":{\"id\":1,\"color\":\"blue\"}}");
        assertThat(ids("os_loose", "{\"color\":\"blue\",\"id\":1}")).containsExactly(1);
        done("update", DB, "{\"table\":\"os_loose\",\"data\":{\"size\":5},\"filters\":{\"id\":1}}");
        assertThat(ids("os_loose", "{\"size__gte\":5}")).containsExactly(1);
        make("os_strict", "{\"dynamic\":\"strict\",\"properties\":{\"name\":{\"type\":\"keyword\"},\"o\":{\"properties\":{\"a\":{\"type\":\"keyword\"}}}}}");
        assertThat(failed("query_error", "insert", DB, "{\"table\":\"os_strict\",\"data\":[{\"name\":\"a\"},{\"name\":\"b\",\"nam\":1}]}")).contains("nam").contains("name");
        assertThat(failed("query_error", "insert", DB, "{\"table\":\"os_strict\",\"data\":[{\"name\":\"a\"},{\"o\":{\"b\":1}}]}")).contains("row 2").contains("strict");
        assertThat(done("query", DB, "{\"table\":\"os_strict\"}").get("count").intValue()).isZero();
        make("os_fresh", "{}");
        STORE.send("DELETE", "/os_fresh", null);
        await().until(() -> call("query", DB, "{\"table\":\"os_fresh\"}").at("/error/type").asText().equals("query_error"));
        make("os_fresh", "{}");
        await().until(() -> call("query", DB, "{\"table\":\"os_fresh\"}").get("success").booleanValue());
        STORE.send("DELETE", "/os_fresh", null);
        failed("query_error", "insert", DB, "{\"table\":\"os_fresh\",\"data\":{\"a\":1}}");
        assertThat(STORE.send("GET", "/_resolve/index/os_fresh*", null).get("indices")).as("an index that is gone is not made anew").isEmpty();
    }

    @Test
    void aReadOnlyDatabaseHasNoWritingTools() {
        JsonNode tools = client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult").result().get("tools");
        assertThat(tools).extracting(tool -> tool.get("name").asText()).contains("db_query_search_reports", "db_advanced_search_reports", "db_query_opensearch", "db_insert_opensearch", "db_update_opensearch",
                "db_delete_opensearch", "db_advanced_opensearch").doesNotContain("db_insert_search_reports", "db_update_search_reports", "db_delete_search_reports");
        tools.forEach(tool -> {
            if (tool.get("name").asText().startsWith("db_advanced_search")) {
                assertThat(tool.at("/annotations/readOnlyHint").booleanValue()).isTrue();
            }
        });
        done("query", "search_reports", "{\"table\":\"os_people\",\"limit\":1}");
    }

    @Test
    void tablesAreAllowedAndDeniedWhateverStandsBehindThem() {
        done("query", "search_some", "{\"table\":\"os_one\"}");
        assertThat(failed("permission_error", "query", "search_some", "{\"table\":\"os_people\"}")).contains("os_one");
        failed("permission_error", "query", "search_some", "{\"table\":\"os_two\"}");
        failed("permission_error", "delete", "search_some", "{\"table\":\"os_people\",\"filters\":{\"id__gt\":0}}");
        failed("permission_error", "advanced", "search_some", "{\"table\":\"os_two\",\"operation\":\"aggregate\",\"aggs\":{\"n\":{\"value_count\":{\"field\":\"id\"}}}}");
        assertThat(failed("query_error", "query", "search_some", "{\"table\":\"os_alias\"}")).contains("os_one").doesNotContain("os_two").doesNotContain("os_people");
        STORE.send("POST", "/_aliases", "{\"actions\":[{\"add\":{\"index\":\"os_two\",\"alias\":\"os_alias\"}}]}");
        await().until(() -> call("query", "search_some", "{\"table\":\"os_alias\"}").at("/error/type").asText().equals("permission_error"));
        done("query", DB, "{\"table\":\"os_alias\"}");
        STORE.send("POST", "/_aliases", "{\"actions\":[{\"remove\":{\"index\":\"os_two\",\"alias\":\"os_alias\"}}]}");
    }

    @Test
    void anAliasOfSeveralIndexesIsReadAndChanged() {
        make("os_2025", "{\"properties\":{\"id\":{\"type\":\"integer\"},\"v\":{\"type\":\"keyword\"}}}");
        make("os_2026", "{\"properties\":{\"id\":{\"type\":\"integer\"},\"v\":{\"type\":\"keyword\"},\"w\":{\"type\":\"keyword\"}}}");
        done("insert", DB, "{\"table\":\"os_2025\",\"data\":{\"id\":1,\"v\":\"a\"}}");
        done("insert", DB, "{\"table\":\"os_2026\",\"data\":[{\"id\":2,\"v\":\"a\",\"w\":\"w\"},{\"id\":3,\"v\":\"b\"}]}");
        STORE.send("POST", "/_aliases", "{\"actions\":[{\"add\":{\"index\":\"os_2025\",\"alias\":\"os_years\"}},{\"add\":{\"index\":\"os_2026\",\"alias\":\"os_years\",\"filter\":{\"term\":{\"v\":\"a\"}}}}]}");
        assertThat(done("query", DB, "{\"table\":\"os_years\",\"order_by\":[\"w\",\"id\"]}").get("data")).extracting(row -> row.get("id").intValue()).containsExactly(2, 1);
        assertThat(done("update", DB, "{\"table\":\"os_years\",\"data\":{\"v\":\"c\"},\"filters\":{\"id__gt\":0}}").get("updated_count").intValue()).isEqualTo(2);
        assertThat(done("query", DB, "{\"table\":\"os_2026\",\"filters\":{\"v\":\"b\"}}").get("count").intValue()).as("not of the alias").isEqualTo(1);
        failed("query_error", "insert", DB, "{\"table\":\"os_years\",\"data\":{\"id\":9}}");
        assertThat(done("delete", DB, "{\"table\":\"os_years\",\"filters\":{\"id\":1}}").get("deleted_count").intValue()).isEqualTo(1);
    }

    @Test
    void systemAndHiddenIndexesAreOutOfReach() {
        STORE.send("DELETE", "/.os_secret,os_hidden?ignore_unavailable=true", null);
        STORE.send("PUT", "/.os_secret", "{\"settings\":{\"index.hidden\":true},\"aliases\":{\"os_way\":{}}}");
        STORE.send("PUT", "/os_hidden", "{\"settings\":{\"index.hidden\":true}}");
        for (String table : List.of(".os_secret", "os_hidden", "os_way", "*", "os_*", "os_one,os_two", "_all", "_search", "-os_one", "+os_one", "os_one/_doc/1", "..", ".", "<os-{now/d}>", "other:os_one", "os_one?q=x", "os_one#",
                "OS_ONE", "%6fs_one", "os one", "\u0000", "_cluster/settings", "_cat/indices", "é".repeat(200))) {
            JsonNode refused = call("query", DB, McpClient.object("{}").put("table", table));
            assertThat(refused.at("/error/type").asText()).as(table + refused).isEqualTo("query_error");
            ObjectNode insert = McpClient.object("{\"data\":{\"a\":1}}").put("table", table);
            assertThat(call("insert", DB, insert).at("/error/type").asText()).as(table).isEqualTo("query_error");
        }
        assertThat(failed("query_error", "query", DB, "{\"table\":\"nosuch\"}")).doesNotContain("secret").doesNotContain("hidden");
        make("%E5%8C%97%E4%BA%AC", "{\"properties\":{\"v\":{\"type\":\"keyword\"}}}");
        done("insert", DB, "{\"table\":\"北京\",\"data\":{\"v\":\"市\"}}");
        assertThat(done("query", DB, "{\"table\":\"北京\",\"filters\":{\"v\":\"市\"}}").get("count").intValue()).isEqualTo(1);
    }

    @Test
    void manyWhoChangeTheSameDocumentsLoseNothing() throws Exception {
        int open = openSearches();
        STORE.create("os_counters", TestStore.columns("id INTEGER, v TEXT"));
        done("insert", DB, "{\"table\":\"os_counters\",\"data\":[{\"id\":1},{\"id\":2},{\"id\":3}]}");
        ExecutorService callers = Executors.newFixedThreadPool(4);
        List<Future<JsonNode>> running = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String field = "f" + i;
            running.add(callers.submit(() -> call("update", DB, "{\"table\":\"os_counters\",\"data\":{\"" + field + "\":1},\"filters\":{\"id__gt\":0}}")));
        }
        int done = 0;
        for (Future<JsonNode> each : running) {
            JsonNode answer = each.get(60, TimeUnit.SECONDS);
            if (answer.get("success").booleanValue()) {
                assertThat(answer.get("updated_count").intValue()).isEqualTo(3);
                done++;
            } else {
                assertThat(answer.at("/error/type").asText()).as(answer.toString()).isIn("integrity_error", "timeout_error");
            }
        }
        callers.shutdown();
        await().until(() -> openSearches() <= open);
        JsonNode row = done("query", DB, "{\"table\":\"os_counters\",\"filters\":{\"id\":2}}").at("/data/0");
        assertThat(done).isPositive();
        assertThat(row.size() - 2).as("none that was told as done is lost").isGreaterThanOrEqualTo(done);
    }

    @Test
    void errorsOfTheServerHaveTheirTypes() {
        make("os_blocked", "{\"properties\":{\"id\":{\"type\":\"integer\"}}}");
        done("insert", DB, "{\"table\":\"os_blocked\",\"data\":{\"id\":1}}");
        STORE.send("PUT", "/os_blocked/_settings", "{\"index.blocks.write\":true}");
        failed("permission_error", "insert", DB, "{\"table\":\"os_blocked\",\"data\":{\"id\":2}}");
        failed("permission_error", "update", DB, "{\"table\":\"os_blocked\",\"data\":{\"v\":2},\"filters\":{\"id\":1}}");
        failed("permission_error", "delete", DB, "{\"table\":\"os_blocked\",\"filters\":{\"id\":1}}");
        STORE.send("PUT", "/os_blocked/_settings", "{\"index.blocks.write\":false}");
        STORE.send("POST", "/os_blocked/_close", null);
        failed("query_error", "query", DB, "{\"table\":\"os_blocked\"}");
        STORE.send("DELETE", "/os_blocked", null);
        failed("query_error", "query", DB, "{\"table\":\"os_blocked\"}");
    }

    @Test
    void aSearchThatTakesTooLongIsEndedByTheServer() {
        make("os_slow", "{\"properties\":{\"id\":{\"type\":\"integer\"}}}");
        int documents = 30_000;
        for (int from = 0; from < documents; from += 5_000) {
            String rows = IntStream.range(from, from + 5_000).mapToObj("{\"id\":%d}"::formatted).collect(Collectors.joining(",", "[", "]"));
            done("insert", DB, "{\"table\":\"os_slow\",\"data\":" + rows + "}");
        }
        String source = "boolean run() { long end = new Date().getTime() + 1; while (new Date().getTime() < end) { } return true } run()"; // whatever the machine
        ObjectNode alias = McpClient.object("{}");
        alias.putArray("actions").addObject().putObject("add").put("index", "os_slow").put("alias", "os_endless").putObject("filter").putObject("script").putObject("script").put("source", source);
        STORE.send("POST", "/_aliases", alias.toString());
        for (String tool : List.of("query", "advanced")) {
            String more = tool.equals("query") ? "" : ",\"operation\":\"aggregate\",\"aggs\":{\"n\":{\"max\":{\"field\":\"id\"}}}";
            long begin = System.nanoTime();
            assertThat(failed("timeout_error", tool, "search_reports", "{\"table\":\"os_endless\",\"filters\":{\"id__gte\":0}" + more + "}")).contains("search_reports");
            assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(900L, 4_500L);
        }
        long begin = System.nanoTime();
        failed("timeout_error", "update", DB, "{\"table\":\"os_endless\",\"data\":{\"v\":1},\"filters\":{\"id__gte\":0}}");
        String told = failed("timeout_error", "delete", DB, "{\"table\":\"os_endless\",\"filters\":{\"id__gte\":0}}");
        assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(7_000L, 9_900L);
        await("the server looks every 2,048 to 4,096 documents of a millisecond; to the end it would take 30 s").atMost(Duration.ofSeconds(10)).until(() -> !STORE.send("GET", "/_tasks?actions=*search*&detailed", null).toString().contains("os_endless"));
        STORE.send("POST", "/os_slow/_refresh", null);
        int left = done("query", DB, "{\"table\":\"os_slow\"}").get("count").intValue();
        Matcher before = Pattern.compile("(\\d+) were changed before").matcher(told);
        assertThat(before.find() ? Integer.parseInt(before.group(1)) : 0).as("there are no transactions: what was deleted before is told").isBetween(left == documents ? 0 : 1, documents - left);
    }

    @Test
    void aggregationsCountSumAndGroup() {
        STORE.create("os_sales", TestStore.columns("id INTEGER, status TEXT, amount DECIMAL, at TIME"));
        done("insert", DB, """
                {"table":"os_sales","data":[{"id":1,"status":"paid","amount":10.5,"at":"2026-01-01T00:00:00Z"},{"id":2,"status":"paid","amount":20,"at":"2026-02-01T00:00:00Z"},
                {"id":3,"status":"new","amount":5,"at":"2026-02-02T00:00:00Z"}]}""");
        JsonNode answer = done("advanced", DB, """
                {"table":"os_sales","operation":"aggregate","aggs":{"by":{"terms":{"field":"status","size":10},"aggs":{"total":{"sum":{"field":"amount"}}}},
                "months":{"date_histogram":{"field":"at","calendar_interval":"month"}},"best":{"max_bucket":{"buckets_path":"by>total"}},
                "big":{"filter":{"bool":{"must":[{"range":{"amount":{"gte":10}}}],"must_not":{"term":{"status":"new"}}}}}}}""");
        assertThat(answer.get("count").intValue()).isEqualTo(3);
        assertThat(answer.at("/data/by/buckets/0/key").asText()).isEqualTo("paid");
        assertThat(answer.at("/data/by/buckets/0/total/value").doubleValue()).isEqualTo(30.5);
        assertThat(answer.at("/data/months/buckets")).hasSize(2);
        assertThat(answer.at("/data/best/value").doubleValue()).isEqualTo(30.5);
        assertThat(answer.at("/data/big/doc_count").intValue()).isEqualTo(2);

        assertThat(done("advanced", DB, "{\"table\":\"os_sales\",\"operation\":\"aggregate\",\"aggs\":{\"fine\":{\"histogram\":{\"field\":\"amount\",\"interval\":0.0000001}}}}").at("/data/fine/buckets"))
                .as("not the millions between").hasSize(3);
        JsonNode filtered = done("advanced", "search_reports", "{\"table\":\"os_sales\",\"operation\":\"aggregation\",\"params\":{\"filters\":{\"status\":\"paid\",\"amount__gt\":10.5},\"aggs\":{\"n\":{\"value_count\":{\"field\":\"id\"}}}}}");
        assertThat(filtered.toString()).isEqualTo("{\"success\":true,\"data\":{\"n\":{\"value\":1}},\"count\":1}");
        JsonNode upstream = done("advanced", DB, "{\"operation\":\"aggregation\",\"params\":{\"index\":\"os_sales\",\"body\":{\"size\":0,\"aggs\":{\"n\":{\"max\":{\"field\":\"amount\"}}}}}}");
        assertThat(upstream.at("/data/n/value").doubleValue()).isEqualTo(20);
        make("os_titles", "{}");
        done("insert", DB, "{\"table\":\"os_titles\",\"data\":[{\"title\":\"short\"},{\"title\":\"" + "long".repeat(100) + "\"}]}");
        String titles = "{\"table\":\"os_titles\",\"operation\":\"aggregate\",\"aggs\":{\"n\":{\"value_count\":{\"field\":\"title.keyword\"}}},\"filters\":{\"title%s\":\"short\"}}";
        assertThat(done("advanced", DB, titles.formatted("")).toString()).isEqualTo("{\"success\":true,\"data\":{\"n\":{\"value\":1}},\"count\":1}");
        assertThat(failed("query_error", "advanced", DB, titles.formatted("__contains"))).contains("256");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"x\":{\"scripted_metric\":{\"init_script\":\"state.a=1\",\"map_script\":\"1\",\"combine_script\":\"1\",\"reduce_script\":\"1\"}}}",
        "{\"x\":{\"avg\":{\"script\":{\"source\":\"1\"}}}}",
        "{\"x\":{\"terms\":{\"field\":\"status\",\"order\":{\"a\":\"asc\"},\"Script\":\"1\"}}}",
        "{\"x\":{\"terms\":{\"field\":\"status\"},\"aggs\":{\"y\":{\"bucket_script\":{\"buckets_path\":{},\"script\":\"1\"}}}}}",
        "{\"x\":{\"terms\":{\"field\":\"status\"},\"aggregations\":{\"y\":{\"weighted_avg\":{\"value\":{\"script\":\"1\"},\"weight\":{\"field\":\"amount\"}}}}}}",
        "{\"x\":{\"composite\":{\"sources\":[{\"a\":{\"terms\":{\"script\":{\"source\":\"1\"}}}}]}}}",
        "{\"x\":{\"filter\":{\"script\":{\"script\":\"true\"}}}}",
        "{\"x\":{\"filter\":{\"bool\":{\"should\":[{\"bool\":{\"must\":{\"script\":{\"script\":\"true\"}}}}]}}}}",
        "{\"x\":{\"filters\":{\"filters\":{\"a\":{\"wrapper\":{\"query\":\"e30=\"}}}}}}",
        "{\"x\":{\"filter\":{\"terms\":{\"status\":{\"index\":\"vault\",\"id\":\"1\",\"path\":\"v\"}}}}}",
        "{\"x\":{\"filter\":{\"more_like_this\":{\"like\":[{\"_index\":\"vault\",\"_id\":\"1\"}]}}}}",
        "{\"x\":{\"filter\":{\"query_string\":{\"query\":\"*\"}}}}",
        "{\"x\":{\"adjacency_matrix\":{\"filters\":{\"a\":{\"script\":{\"script\":\"true\"}}}}}}",
        "{\"x\":{\"top_hits\":{\"size\":1,\"script_fields\":{\"a\":{\"script\":\"1\"}}}}}",
        "{\"x\":{\"terms\":{\"field\":\"status\",\"size\":10001}}}",
        "{\"x\":{\"terms\":{\"field\":\"status\",\"size\":\"99999\"}}}",
        "{\"x\":{\"terms\":{\"field\":\"status\"},\"aggs\":{\"a\":{\"terms\":{\"field\":\"status\"},\"aggs\":{\"a\":{\"terms\":{\"field\":\"status\"},\"aggs\":{\"a\":{\"terms\":{\"field\":\"status\"},\"aggs\":{\"a\":{\"terms\":{\"field\":\"status\"},\"aggs\":{\"a\":{\"max\":{\"field\":\"id\"}}}}}}}}}}}}}",
        "{\"x\":{\"nonsense\":{}}}", "{\"x\":1}", "{}", "{\"x\":{\"histogram\":{\"field\":\"amount\",\"interval\":0.0000001,\"min_doc_count\":0}}}", "{\"x\":{\"percentiles\":{\"field\":\"amount\",\"tdigest\":{\"compression\":1e9}}}}", "{\"x\":{\"avg\":{\"field\":\"status\"}}}"})
    void otherAggregationsAreRefused(String aggregations) {
        STORE.create("os_sales", TestStore.columns("id INTEGER, status TEXT, amount DECIMAL, at TIME"));
        done("insert", DB, "{\"table\":\"os_sales\",\"data\":[{\"id\":1,\"status\":\"paid\",\"amount\":10.5},{\"id\":2,\"status\":\"new\",\"amount\":1e12}]}");
        JsonNode refused = call("advanced", DB, "{\"table\":\"os_sales\",\"operation\":\"aggregate\",\"aggs\":" + aggregations + "}");
        assertThat(refused.at("/error/type").asText()).as(refused.toString()).isEqualTo("query_error");
    }

    @Test
    void argumentsOfAggregationsThatAreWrong() {
        assertThat(failed("query_error", "advanced", DB, "{\"table\":\"os_people\",\"operation\":\"aggregate\"}")).contains("aggs");
        assertThat(failed("query_error", "advanced", DB, "{\"operation\":\"aggregate\",\"aggs\":{\"n\":{\"max\":{\"field\":\"age\"}}}}")).contains("table");
        assertThat(failed("query_error", "advanced", DB, "{\"table\":\"os_people\",\"operation\":\"transaction\",\"aggs\":{}}")).contains("aggregate");
        failed("query_error", "advanced", DB, "{\"table\":\"os_people\",\"operation\":\"aggregate\",\"params\":{\"body\":{\"query\":{\"match_all\":{}},\"aggs\":{\"n\":{\"max\":{\"field\":\"age\"}}}}}}");
        failed("query_error", "advanced", DB, "{\"table\":\".os_secret\",\"operation\":\"aggregate\",\"aggs\":{\"n\":{\"max\":{\"field\":\"age\"}}}}");
    }

    /** What this server can't be made to answer is answered before it: there is no security plugin to install, and it is never too busy. */
    @Test
    void credentialsGoAlongAndOtherAnswersHaveTheirTypes() throws Exception {
        AtomicReference<String> authorization = new AtomicReference<>();
        AtomicReference<Boolean> ours = new AtomicReference<>();
        AtomicReference<String> answer = new AtomicReference<>("401 Unauthorized");
        failed("connection_error", "query", "search_front", "{\"table\":\"front\"}");
        HttpServer front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), OpenSearchTestStore.FRONT), 0);
        front.setExecutor(Executors.newCachedThreadPool());
        front.createContext("/", exchange -> {
            authorization.set(exchange.getRequestHeaders().getFirst("Authorization"));
            ours.set(exchange.getRequestHeaders().containsKey("Caravan-Limit-Millis"));
            if (answer.get().startsWith("0")) {
                return;
            }
            byte[] body = answer.get().substring(4).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(Integer.parseInt(answer.get().substring(0, 3)), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        front.start();
        try {
            String message = failed("permission_error", "query", "search_front", "{\"table\":\"front\"}");
            assertThat(message).doesNotContain("s3cret-pw");
            assertThat(ours.get()).as("a header that is for the client alone").isFalse();
            assertThat(authorization.get()).isEqualTo("Basic " + Base64.getEncoder().encodeToString("ada:s3cret-pw".getBytes(StandardCharsets.UTF_8)));
            Map<String, String> types = Map.of("403 {\"error\":{\"type\":\"security_exception\",\"reason\":\"no permissions for s3cret-pw at http://10.0.0.1:9200/x\"},\"status\":403}", "permission_error",
                    "429 {\"error\":{\"type\":\"rejected_execution_exception\",\"reason\":\"busy\"},\"status\":429}", "connection_error", "502 <html>bad gateway</html>", "connection_error",
                    "503 {\"error\":{\"type\":\"cluster_block_exception\",\"reason\":\"no master\"},\"status\":503}", "connection_error", "504 <html>gateway timeout</html>", "timeout_error",
                    "200 <html>a portal</html>", "connection_error", "400 {\"error\":\"no handler found\",\"status\":400}", "query_error",
                    "429 {\"error\":{\"type\":\"cluster_block_exception\",\"reason\":\"flood-stage watermark\"},\"status\":429}", "permission_error");
            for (Map.Entry<String, String> each : types.entrySet()) {
                answer.set(each.getKey());
                assertThat(failed(each.getValue(), "query", "search_front", "{\"table\":\"front\"}")).as(each.getKey()).doesNotContain("s3cret-pw").doesNotContain("10.0.0.1");
            }
            answer.set("200 {\"x\":\"" + "x".repeat(17_000_000) + "\"}");
            assertThat(failed("query_error", "query", "search_front", "{\"table\":\"front\"}")).contains("bytes");
            answer.set("0");
            long begin = System.nanoTime();
            failed("timeout_error", "query", "search_front", "{\"table\":\"front\"}");
            assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(3_500L, 4_900L);
        } finally {
            front.stop(0);
        }
    }

    /** The server fails in the middle of an insert, as this one does not when it is asked to. */
    @Test
    void whatAFailedInsertLeavesIsTold() throws Exception {
        AtomicReference<String> deleted = new AtomicReference<>();
        HttpServer front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), OpenSearchTestStore.FRONT), 0);
        front.setExecutor(Executors.newCachedThreadPool());
        front.createContext("/", exchange -> {
            String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int status = 200;
            String answer = "{\"front\":{\"mappings\":{},\"settings\":{\"index\":{}}}}";
            if (asked.contains("\"lost\"")) {
                status = 502;
            } else if (asked.contains("create")) {
                answer = """
                        {"errors":true,"items":[{"create":{"_index":"front","_id":"1","status":201,"_seq_no":7,"_primary_term":1}},{"create":{"_index":"front","_id":"2","status":400,
                        "error":{"type":"mapper_parsing_exception","reason":"no"}}},{"create":{"_index":"front","_id":"3","status":201,"_seq_no":8,"_primary_term":1}}]}""";
            } else if (asked.contains("delete")) {
                deleted.set(asked);
                answer = """
                        {"errors":true,"items":[{"delete":{"_id":"1","status":200}},{"delete":{"_id":"3","status":409,"error":{"type":"version_conflict_engine_exception","reason":"changed"}}}]}""";
            }
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        front.start();
        try {
            assertThat(failed("query_error", "insert", "search_front", "{\"table\":\"front\",\"data\":[{\"id\":1},{\"id\":2},{\"id\":3}]}")).contains("row 2: no").contains("1 of the rows").endsWith(": 3");
            assertThat(deleted.get()).isEqualTo("""
                    {"delete":{"_index":"front","_id":"1","if_seq_no":7,"if_primary_term":1}}
                    {"delete":{"_index":"front","_id":"3","if_seq_no":8,"if_primary_term":1}}
                    """);
            assertThat(failed("connection_error", "insert", "search_front", "{\"table\":\"front\",\"data\":{\"id\":77,\"v\":\"lost\"}}")).contains("may have been inserted").contains("77");
        } finally {
            front.stop(0);
        }
    }
}
