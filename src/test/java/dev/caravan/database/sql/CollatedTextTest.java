package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Text is ordered by the collation of its column, as plain SQL orders it: rows, pages, ranges, the smallest and the largest. Equality,
 * lists and groups mean the value itself.
 */
@Tag("nightly")
class CollatedTextTest extends OrderedTables {

    private static final List<String> TEXTS = List.of("b", "a", "B", "A", "ä", "Z", "a ", "", "é", "e", "E", "中", "ss", "ß",
            "_", "10", "9");

    private static final Map<String, List<String>> TYPES = Map.of(
            "postgresql", List.of("text", "text collate \"und-x-icu\"", "varchar(9) collate collated_ci", "char(3)", "collated_enum"),
            "mysql", List.of("varchar(9) character set utf8mb4 collate utf8mb4_general_ci",
                    "text character set utf8mb4 collate utf8mb4_bin",
                    "varchar(9) character set utf8mb4 collate utf8mb4_unicode_ci", "varchar(9) character set latin1", "char(9)",
                    "enum('b','a','Z','10','9','')", "set('b','a','Z','10','9')"),
            "sqlite", List.of("text", "text collate nocase", "text collate rtrim", "collate nocase"));

    @TestFactory
    Stream<DynamicTest> textIsOrderedByItsCollationAndEqualByValue() {
        run("postgresql", "drop table if exists collated_0, collated_1, collated_2, collated_3, collated_4",
                "drop collation if exists collated_ci", "drop type if exists collated_enum",
                "create collation collated_ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "create type collated_enum as enum ('b', 'a', 'Z', '10', '9', '')");
        return TYPES.entrySet().stream().flatMap(database -> database.getValue().stream()
                .map(type -> DynamicTest.dynamicTest(database.getKey() + " " + type, () -> check(database.getKey(), type))));
    }

    private void check(String database, String type) throws SQLException {
        String table = "collated_" + TYPES.get(database).indexOf(type);
        run(database, "drop table if exists " + table, "create table " + table + " (id int primary key, v " + type + ")",
                "insert into " + table + " values (100, null), (101, null)");
        for (String text : TEXTS) {
            try {
                run(database, "insert into " + table + " values (" + TEXTS.indexOf(text) + ", '" + text + "')");
            } catch (IllegalStateException e) {
                // no value of that type
            }
        }
        Map<String, List<String>> stored = new TreeMap<>();
        List<String> all = ids(database, "select v from " + table + " where v is not null order by id");
        List<String> rows = ids(database, "select id from " + table + " where v is not null order by id");
        for (int i = 0; i < all.size(); i++) {
            stored.computeIfAbsent(all.get(i), equal -> new ArrayList<>()).add(rows.get(i));
        }
        assertThat(rows).as(type).hasSizeGreaterThan(4);
        compare(database, table, "v");
        boolean own = database.equals("postgresql"); // there a type decides what equal is
        for (String text : TEXTS) {
            if (ids(database, "select id from " + table + " where v > '" + text + "'") == null) {
                failed("query_error", "query", database, "{\"table\":\"" + table + "\",\"filters\":{\"v\":\"" + text + "\"}}");
                continue; // the database compares no such text
            }
            for (Map.Entry<String, String> way : Map.of("gt", ">", "gte", ">=", "lt", "<", "lte", "<=").entrySet()) {
                assertThat(found(database, table, "v__" + way.getKey(), text)).as(type + " v " + way.getValue() + " '" + text + "'")
                        .isEqualTo(ids(database, "select id from " + table + " where v " + way.getValue() + " '" + text + "' order by id"));
            }
            List<String> equal = own ? ids(database, "select id from " + table + " where v = '" + text + "' order by id")
                    : stored.getOrDefault(text, List.of());
            assertThat(found(database, table, "v", text)).as(type + " = '" + text + "'").isEqualTo(equal);
            assertThat(found(database, table, "v__in", List.of(text, "9"))).as(type + " in '" + text + "'").containsAll(equal)
                    .hasSize(text.equals("9") ? 1 : equal.size() + 1);
            assertThat(found(database, table, "v__not_in", List.of(text))).as(type + " not in '" + text + "'").noneMatch(equal::contains)
                    .hasSize(rows.size() - equal.size());
        }
        assertThat(found(database, table, "v__contains", "Z")).as(type).isEqualTo(ids(stored, text -> text.contains("Z")));
        assertThat(found(database, table, "v__startswith", "z")).as(type).isEmpty();
        assertThat(found(database, table, "v__endswith", "Z")).as(type).isEqualTo(ids(stored, text -> text.endsWith("Z")));
        if (!type.startsWith("collate")) { // a column of any type has no groups
            checkGroups(database, table, type.matches("(enum|set).*") ? "cast(%s.v as unsigned)" : "%s.v", rows.size());
        }
    }

    private static List<String> ids(Map<String, List<String>> stored, Predicate<String> text) {
        return stored.entrySet().stream().filter(each -> text.test(each.getKey())).flatMap(each -> each.getValue().stream())
                .sorted(Comparator.comparingInt(Integer::parseInt)).toList();
    }

    /** A group is the rows that its value finds. MySQL orders ENUM and SET by number. */
    private void checkGroups(String database, String table, String order, int rows) {
        int all = 0;
        String last = null;
        for (JsonNode group : aggregate(database, table, "\"group_by\":[\"v\"],\"filters\":{\"v__isnull\":false}")) {
            String value = group.get("v").asText();
            assertThat(found(database, table, "v", value)).as(table + group).hasSize(group.get("count").intValue());
            String pairs = "select count(*) from " + table + " x, " + table + " y where x.v = '" + last + "' and y.v = '";
            assertThat(last == null ? List.of("0") : ids(database, pairs + value
                    + "' and " + order.formatted("x") + " > " + order.formatted("y"))).as(table + " groups in order").containsExactly("0");
            all += group.get("count").intValue();
            last = value;
        }
        assertThat(all).isEqualTo(rows);
        JsonNode ends = aggregate(database, table, "\"metrics\":{\"least\":{\"min\":\"v\"},\"most\":{\"max\":\"v\"}}").get(0);
        assertThat(ids(database, "select count(*) from " + table + " where v < '" + ends.get("least").asText() + "' or v > '"
                + ends.get("most").asText() + "'")).as(table + ends).containsExactly("0");
    }

    private JsonNode aggregate(String database, String table, String arguments) {
        return done("aggregate", database, "{\"table\":\"" + table + "\"," + arguments + "}").get("data");
    }

    private List<String> found(String database, String table, String filter, Object value) {
        ObjectNode arguments = McpClient.object("{\"table\":\"" + table + "\",\"columns\":[\"id\"],\"order_by\":[\"id\"]}");
        arguments.set("filters", McpClient.JSON.createObjectNode().set(filter, McpClient.JSON.valueToTree(value)));
        JsonNode answer = call("query", database, arguments);
        assertThat(answer.get("success").booleanValue()).as(database + arguments + answer).isTrue();
        return answer.get("data").findValuesAsText("id");
    }
}
