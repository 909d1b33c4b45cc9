package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The meaning of every operator on every type is the same on every database: that of a few lines of Java. */
class OperatorsTest extends DatabaseTest {

    private static final Map<String, TestStore.Type> COLUMNS =
            TestStore.columns("id INTEGER, s TEXT, zh TEXT, n INTEGER, big LONG, d DECIMAL, b BOOLEAN, t TIME, j JSON");

    private static final List<String> ROWS = List.of(
            "{\"s\":\"apple\",\"zh\":\"北京\",\"n\":1,\"big\":9223372036854775807,\"d\":0.1,\"b\":true,\"t\":\"2026-01-01T00:00:00Z\",\"j\":{\"a\":1}}",
            "{\"s\":\"Apple\",\"zh\":\"北京市\",\"n\":-1,\"big\":-9223372036854775808,\"d\":0.2,\"b\":false,\"t\":\"2026-01-01T08:00:00+08:00\",\"j\":{\"a\":2}}",
            "{\"s\":\"50%\",\"zh\":\"上海市\",\"n\":0,\"big\":9007199254740993,\"d\":-0.1,\"b\":true,\"t\":\"2026-01-01T00:00:00.5Z\",\"j\":[1,2]}",
            "{\"s\":\"500\",\"zh\":\"张三\",\"n\":2147483647,\"big\":9007199254740992,\"d\":12345678901234.123456,\"b\":false,\"t\":\"1969-12-31T23:59:59Z\",\"j\":\"text\"}",
            "{\"s\":\"a_b\",\"zh\":\"张 三\",\"n\":10,\"big\":0,\"d\":100,\"b\":true,\"t\":\"2026-06-15T12:30:00-05:00\",\"j\":{\"b\":\"张\"}}",
            "{\"s\":\"aXb\",\"zh\":\"市\",\"n\":9,\"big\":1,\"d\":99.5,\"b\":false,\"t\":\"2026-06-15T17:30:00Z\",\"j\":true}",
            "{\"s\":\"\",\"zh\":\"\",\"n\":2,\"big\":2,\"d\":0,\"b\":true,\"t\":\"2037-12-31T00:00:00Z\",\"j\":1.5}",
            "{\"s\":\"back\\\\slash\",\"zh\":\"é\",\"n\":3,\"big\":3,\"d\":0.000001,\"b\":true,\"t\":\"2026-01-02T00:00:00Z\",\"j\":{}}",
            "{\"s\":\"quote'\\\"; drop table operators; --\",\"zh\":\"e\",\"n\":4,\"big\":4,\"d\":1,\"b\":true,\"t\":\"2026-01-03T00:00:00Z\",\"j\":[]}",
            "{\"s\":\"apple \",\"zh\":\"🚲\",\"n\":5,\"big\":5,\"d\":2,\"b\":true,\"t\":\"2026-01-04T00:00:00Z\",\"j\":{\"a\":{\"b\":[null]}}}",
            "{\"s\":\"!wow!\",\"zh\":\"z\",\"n\":6,\"big\":6,\"d\":3,\"b\":false,\"t\":\"2026-01-05T00:00:00Z\",\"j\":{\"a\":\"x\"}}",
            "{\"s\":null,\"zh\":null,\"n\":null,\"big\":null,\"d\":null,\"b\":null,\"t\":null,\"j\":null}");

    @BeforeAll
    void fill() {
        STORES.forEach((database, store) -> {
            store.create("operators", COLUMNS);
            ArrayNode rows = McpClient.JSON.createArrayNode();
            ROWS.forEach(row -> rows.add(McpClient.object(row).put("id", rows.size())));
            ObjectNode arguments = McpClient.object("{\"table\":\"operators\"}");
            arguments.set("data", rows);
            JsonNode answer = call("insert", database, arguments);
            assertThat(answer.get("success").booleanValue()).as(database + answer).isTrue();
        });
    }

    private static List<JsonNode> values(String column) {
        List<JsonNode> values = new ArrayList<>();
        ROWS.forEach(row -> values.add(McpClient.object(row).get(column)));
        values.removeIf(JsonNode::isNull);
        return values;
    }

    @TestFactory
    Stream<DynamicTest> everyOperatorOnEveryType() {
        return STORES.keySet().stream().flatMap(database -> filters().entrySet().stream().filter(filter -> !isSkipped(database, filter.getKey())).map(filter ->
                DynamicTest.dynamicTest(database + " " + filter.getKey(), () -> {
                    ObjectNode arguments = McpClient.object("{\"table\":\"operators\",\"columns\":[\"id\"],\"order_by\":[\"id\"]}");
                    arguments.set("filters", McpClient.object(filter.getKey()));
                    JsonNode answer = call("query", database, arguments);
                    assertThat(answer.get("success").booleanValue()).as(answer.toString()).isTrue();
                    List<Integer> ids = new ArrayList<>();
                    answer.get("data").forEach(row -> ids.add(row.get("id").intValue()));
                    assertThat(ids).isEqualTo(expected(filter.getValue()));
                    assertThat(answer.get("count").intValue()).isEqualTo(ids.size());
                })));
    }

    /** OpenSearch keeps JSON of any shape, but can't search it. */
    private static boolean isSkipped(String database, String filter) {
        return database.equals("opensearch") && filter.startsWith("{\"j");
    }

    private static List<Integer> expected(Predicate<JsonNode> holds) {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < ROWS.size(); i++) {
            if (holds.test(McpClient.object(ROWS.get(i)))) {
                ids.add(i);
            }
        }
        return ids;
    }

    /** The filters, each with what it means. */
    private static Map<String, Predicate<JsonNode>> filters() {
        Map<String, Predicate<JsonNode>> filters = new LinkedHashMap<>();
        for (String column : List.of("s", "zh", "n", "big", "d", "b", "t", "j")) {
            for (JsonNode value : values(column)) {
                add(filters, column, "", value, row -> equal(column, row.get(column), value));
                if (!column.equals("b") && !column.equals("j")) {
                    add(filters, column, "__gt", value, row -> compares(column, row, value, order -> order > 0));
                    add(filters, column, "__gte", value, row -> compares(column, row, value, order -> order >= 0));
                    add(filters, column, "__lt", value, row -> compares(column, row, value, order -> order < 0));
                    add(filters, column, "__lte", value, row -> compares(column, row, value, order -> order <= 0));
                }
            }
            if (!column.equals("j")) {
                List<JsonNode> some = values(column).subList(1, 4);
                ArrayNode list = McpClient.JSON.createArrayNode().addAll(some);
                add(filters, column, "__in", list, row -> some.stream().anyMatch(value -> equal(column, row.get(column), value)));
                add(filters, column, "__not_in", list, row -> !row.get(column).isNull() && some.stream().noneMatch(value -> equal(column, row.get(column), value)));
                add(filters, column, "__in", McpClient.JSON.createArrayNode(), row -> false);
                add(filters, column, "__not_in", McpClient.JSON.createArrayNode(), row -> true);
            }
            for (boolean is : new boolean[] {true, false}) {
                add(filters, column, "__isnull", McpClient.JSON.getNodeFactory().booleanNode(is), row -> row.get(column).isNull() == is);
            }
        }
        for (String column : List.of("s", "zh")) {
            for (String part : List.of("a", "A", "ap", "pple", "%", "_", "50%", "a_b", "*", ".", "\\", "'", "\"", "!", "!wow!", "市", "北京", "张", "三", "é", "e", "🚲", "", " ", "--", "[", "?")) {
                JsonNode value = McpClient.JSON.getNodeFactory().textNode(part);
                add(filters, column, "__contains", value, row -> row.get(column).isTextual() && row.get(column).asText().contains(part));
                add(filters, column, "__startswith", value, row -> row.get(column).isTextual() && row.get(column).asText().startsWith(part));
                add(filters, column, "__endswith", value, row -> row.get(column).isTextual() && row.get(column).asText().endsWith(part));
            }
        }
        Predicate<JsonNode> both = row -> compares("n", row, McpClient.JSON.getNodeFactory().numberNode(1), order -> order >= 0)
                && compares("n", row, McpClient.JSON.getNodeFactory().numberNode(9), order -> order < 0) && row.get("b").booleanValue();
        filters.put("{\"n__gte\":1,\"n__lt\":9,\"b\":true}", both);
        filters.put("{}", row -> true);
        return filters;
    }

    private static void add(Map<String, Predicate<JsonNode>> filters, String column, String operator, JsonNode value, Predicate<JsonNode> meaning) {
        ObjectNode filter = McpClient.JSON.createObjectNode();
        filter.set(column + operator, value);
        filters.put(filter.toString(), meaning);
    }

    private static boolean compares(String column, JsonNode row, JsonNode value, Predicate<Integer> holds) {
        return !row.get(column).isNull() && holds.test(compare(column, row.get(column), value));
    }

    private static boolean equal(String column, JsonNode one, JsonNode other) {
        return !one.isNull() && (column.equals("j") ? one.equals(other) : column.equals("b") ? one.equals(other) : compare(column, one, other) == 0);
    }

    private static int compare(String column, JsonNode one, JsonNode other) {
        return switch (column) {
            case "s", "zh" -> BY_CODE_POINT.compare(one.asText(), other.asText());
            case "t" -> instant(one).compareTo(instant(other));
            default -> new BigDecimal(one.asText()).compareTo(new BigDecimal(other.asText()));
        };
    }

    private static Instant instant(JsonNode text) {
        return java.time.OffsetDateTime.parse(text.asText()).toInstant();
    }

    private static final Comparator<String> BY_CODE_POINT = (one, other) -> {
        int[] first = one.codePoints().toArray();
        int[] second = other.codePoints().toArray();
        return java.util.Arrays.compare(first, second);
    };
}
