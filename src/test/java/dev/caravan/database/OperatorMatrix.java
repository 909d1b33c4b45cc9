package dev.caravan.database;

import com.fasterxml.jackson.core.type.TypeReference;
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
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Filters with every operator on every column, the rows that they are asked of, and what each filter means. */
public final class OperatorMatrix {

    public static final Map<String, TestStore.Type> COLUMNS =
            TestStore.columns("id INTEGER, s TEXT, zh TEXT, n INTEGER, big LONG, d DECIMAL, b BOOLEAN, t TIME, j JSON");

    public static final List<String> ROWS = List.of(
            "{\"s\":\"apple\",\"zh\":\"北京\",\"n\":1,\"big\":9223372036854775807,\"d\":0.1,\"b\":true,\"t\":\"2026-01-01T00:00:00Z\","
                    + "\"j\":{\"a\":1}}",
            "{\"s\":\"Apple\",\"zh\":\"北京市\",\"n\":-1,\"big\":-9223372036854775808,\"d\":0.2,\"b\":false,"
                    + "\"t\":\"2026-01-01T08:00:00+08:00\",\"j\":{\"a\":2}}",
            "{\"s\":\"50%\",\"zh\":\"上海市\",\"n\":0,\"big\":9007199254740993,\"d\":-0.1,\"b\":true,\"t\":\"2026-01-01T00:00:00.5Z\","
                    + "\"j\":[1,2]}",
            "{\"s\":\"500\",\"zh\":\"张三\",\"n\":2147483647,\"big\":9007199254740992,\"d\":12345678901234.123456,\"b\":false,"
                    + "\"t\":\"1969-12-31T23:59:59Z\",\"j\":\"text\"}",
            "{\"s\":\"a_b\",\"zh\":\"张 三\",\"n\":10,\"big\":0,\"d\":100,\"b\":true,\"t\":\"2026-06-15T12:30:00-05:00\",\"j\":{\"b\":\"张\"}"
                    + "}",
            "{\"s\":\"aXb\",\"zh\":\"市\",\"n\":9,\"big\":1,\"d\":99.5,\"b\":false,\"t\":\"2026-06-15T17:30:00Z\",\"j\":true}",
            "{\"s\":\"\",\"zh\":\"\",\"n\":2,\"big\":2,\"d\":0,\"b\":true,\"t\":\"2037-12-31T00:00:00Z\",\"j\":1.5}",
            "{\"s\":\"back\\\\slash\",\"zh\":\"é\",\"n\":3,\"big\":3,\"d\":0.000001,\"b\":true,\"t\":\"2026-01-02T00:00:00Z\",\"j\":{}}",
            "{\"s\":\"quote'\\\"; drop table operators; --\",\"zh\":\"e\",\"n\":4,\"big\":4,\"d\":1,\"b\":true,"
                    + "\"t\":\"2026-01-03T00:00:00Z\",\"j\":[]}",
            "{\"s\":\"apple \",\"zh\":\"🚲\",\"n\":5,\"big\":5,\"d\":2,\"b\":true,\"t\":\"2026-01-04T00:00:00Z\","
                    + "\"j\":{\"a\":{\"b\":[null]}}}",
            "{\"s\":\"!wow!\",\"zh\":\"z\",\"n\":6,\"big\":6,\"d\":3,\"b\":false,\"t\":\"2026-01-05T00:00:00Z\",\"j\":{\"a\":\"x\"}}",
            "{\"s\":null,\"zh\":null,\"n\":null,\"big\":null,\"d\":null,\"b\":null,\"t\":null,\"j\":null}");

    /** Each operator on each column with each value. */
    public static final List<Case> CASES = all();

    private OperatorMatrix() {
    }

    /**
     * A filter and its meaning.
     *
     * @param filter  as callers send it
     * @param kind    column and operator, such as {@code n__gte}
     * @param meaning whether a row matches, with an order of text
     */
    public record Case(String filter, String kind, BiPredicate<JsonNode, Comparator<String>> meaning) {

        /** As the tools get it. */
        public Map<String, Object> arguments() {
            return McpClient.JSON.convertValue(McpClient.object(filter), new TypeReference<Map<String, Object>>() { });
        }

        public String column() {
            return kind.split("__")[0];
        }

        /** The rows that match where text is ordered by code points. */
        public List<Integer> rows() {
            return rows(BY_CODE_POINT);
        }

        public List<Integer> rows(Comparator<String> text) {
            return OperatorMatrix.rows(row -> meaning.test(row, text));
        }

        @Override
        public String toString() {
            return filter;
        }
    }

    /** One case of each operator on each column; the values differ from one to the next. */
    public static List<Case> sample() {
        Map<String, List<Case>> kinds = CASES.stream().collect(Collectors.groupingBy(Case::kind, LinkedHashMap::new, Collectors.toList()));
        List<Case> sample = new ArrayList<>();
        kinds.values().forEach(cases -> sample.add(cases.get((7 * sample.size() + 3) % cases.size())));
        return sample;
    }

    /** The numbers of the rows for which it holds. */
    public static List<Integer> rows(Predicate<JsonNode> holds) {
        return IntStream.range(0, ROWS.size()).filter(i -> holds.test(McpClient.object(ROWS.get(i)))).boxed().toList();
    }

    private static List<JsonNode> values(String column) {
        List<JsonNode> values = new ArrayList<>();
        ROWS.forEach(row -> values.add(McpClient.object(row).get(column)));
        values.removeIf(JsonNode::isNull);
        return values;
    }

    private static List<Case> all() {
        Map<String, Case> filters = new LinkedHashMap<>();
        for (String column : List.of("s", "zh", "n", "big", "d", "b", "t", "j")) {
            for (JsonNode value : values(column)) {
                add(filters, column, "", value, row -> equal(column, row.get(column), value));
                if (!column.equals("b") && !column.equals("j")) {
                    add(filters, column, "__gt", value, (row, text) -> compares(column, row, value, text, order -> order > 0));
                    add(filters, column, "__gte", value, (row, text) -> compares(column, row, value, text, order -> order >= 0));
                    add(filters, column, "__lt", value, (row, text) -> compares(column, row, value, text, order -> order < 0));
                    add(filters, column, "__lte", value, (row, text) -> compares(column, row, value, text, order -> order <= 0));
                }
            }
            if (!column.equals("j")) {
                List<JsonNode> some = values(column).subList(1, 4);
                ArrayNode list = McpClient.JSON.createArrayNode().addAll(some);
                add(filters, column, "__in", list, row -> some.stream().anyMatch(value -> equal(column, row.get(column), value)));
                add(filters, column, "__not_in", list,
                        row -> !row.get(column).isNull() && some.stream().noneMatch(value -> equal(column, row.get(column), value)));
                add(filters, column, "__in", McpClient.JSON.createArrayNode(), row -> false);
                add(filters, column, "__not_in", McpClient.JSON.createArrayNode(), row -> true);
            }
            for (boolean is : new boolean[] {true, false}) {
                add(filters, column, "__isnull", McpClient.JSON.getNodeFactory().booleanNode(is), row -> row.get(column).isNull() == is);
            }
        }
        for (String column : List.of("s", "zh")) {
            for (String part : List.of("a", "A", "ap", "pple", "%", "_", "50%", "a_b", "*", ".", "\\", "'", "\"", "!", "!wow!", "市", "北京",
                    "张", "三", "é", "e", "🚲", "", " ", "--", "[", "?")) {
                JsonNode value = McpClient.JSON.getNodeFactory().textNode(part);
                add(filters, column, "__contains", value, row -> row.get(column).isTextual() && row.get(column).asText().contains(part));
                add(filters, column, "__startswith", value,
                        row -> row.get(column).isTextual() && row.get(column).asText().startsWith(part));
                add(filters, column, "__endswith", value, row -> row.get(column).isTextual() && row.get(column).asText().endsWith(part));
            }
        }
        Predicate<JsonNode> both = row -> compares("n", row, McpClient.JSON.getNodeFactory().numberNode(1), null, order -> order >= 0)
                && compares("n", row, McpClient.JSON.getNodeFactory().numberNode(9), null, order -> order < 0)
                && row.get("b").booleanValue();
        filters.put("both", new Case("{\"n__gte\":1,\"n__lt\":9,\"b\":true}", "several", (row, text) -> both.test(row)));
        filters.put("none", new Case("{}", "none", (row, text) -> true));
        return List.copyOf(filters.values());
    }

    private static void add(Map<String, Case> filters, String column, String operator, JsonNode value, Predicate<JsonNode> meaning) {
        add(filters, column, operator, value, (row, text) -> meaning.test(row));
    }

    private static void add(Map<String, Case> filters, String column, String operator, JsonNode value,
            BiPredicate<JsonNode, Comparator<String>> meaning) {
        ObjectNode filter = McpClient.JSON.createObjectNode();
        filter.set(column + operator, value);
        filters.put(filter.toString(), new Case(filter.toString(), column + operator, meaning));
    }

    private static boolean compares(String column, JsonNode row, JsonNode value, Comparator<String> text,
            Predicate<Integer> holds) {
        return !row.get(column).isNull() && holds.test(compare(column, row.get(column), value, text));
    }

    private static boolean equal(String column, JsonNode one, JsonNode other) {
        return !one.isNull()
                && (column.equals("j") || column.equals("b") ? one.equals(other) : compare(column, one, other, BY_CODE_POINT) == 0);
    }

    private static int compare(String column, JsonNode one, JsonNode other, Comparator<String> text) {
        return switch (column) {
            case "s", "zh" -> text.compare(one.asText(), other.asText());
            case "t" -> instant(one).compareTo(instant(other));
            default -> new BigDecimal(one.asText()).compareTo(new BigDecimal(other.asText()));
        };
    }

    private static Instant instant(JsonNode text) {
        return java.time.OffsetDateTime.parse(text.asText()).toInstant();
    }

    static final Comparator<String> BY_CODE_POINT = (one, other) -> {
        int[] first = one.codePoints().toArray();
        int[] second = other.codePoints().toArray();
        return java.util.Arrays.compare(first, second);
    };
}
