package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Rows, groups and pages are sorted by the stored value, whatever is shown. Pages with {@code after} have each row once or are refused. */
class StoredOrderTest extends OrderedTables {

    /** Types with values in SQL, in no order. */
    static final Map<String, Map<String, List<String>>> TYPES = Map.of("postgresql", Map.ofEntries(
            Map.entry("inet", List.of("'10.0.0.10'", "'10.0.0.2'", "'9.0.0.1'", "'10.0.0.2/8'")),
            Map.entry("int[]", List.of("'{10}'", "'{9}'", "'{9,1}'", "'{}'", "null")),
            Map.entry("int4range", List.of("'[10,20)'", "'[9,100)'", "'empty'", "'(,3]'")),
            Map.entry("interval", List.of("'1 mon'", "'30 days'", "'2 days'", "'10 days'", "'-1 day'", "'720:00:00'", "null")),
            Map.entry("money", List.of("'10'", "'9'", "'-3'", "'1000'", "'100'", "null")),
            Map.entry("jsonb", List.of("'10'", "'9'", "'\"a\"'", "'[1]'", "'{\"a\":1}'", "'null'", "null")),
            Map.entry("timestamp", List.of("'0044-03-15 BC'", "'infinity'", "'0044-03-15'", "'2024-01-01'", "'-infinity'")),
            Map.entry("date", List.of("'0044-03-15 BC'", "'0100-01-01 BC'", "'10000-01-01'", "'2024-01-01'")),
            Map.entry("stored_order_domain", List.of("10", "9", "-1", "100")),
            Map.entry("real", List.of("'0.1'", "'nan'", "'-0'", "'1e-45'", "'3e38'", "'-infinity'")),
            Map.entry("bit(4)", List.of("'1010'", "'0111'", "'1000'")),
            Map.entry("stored_order_pair", List.of("'(10,a)'", "'(9,b)'", "'(,)'", "null", "'(9,)'")),
            Map.entry("point", List.of("'(1,2)'"))),
            "mysql", Map.ofEntries(
            Map.entry("tinyint(1)", List.of("0", "1", "2", "3", "-128", "null")),
            Map.entry("bit(64)", List.of("18446744073709551615", "0", "9223372036854775808", "1")),
            Map.entry("bit(1)", List.of("b'1'", "b'0'")),
            Map.entry("datetime", List.of("'0000-00-00'", "'2024-01-02'", "'2024-00-00'", "null", "'2024-01-02 03:04:05'")),
            Map.entry("date", List.of("'0000-00-00'", "'2024-01-02'", "'2024-01-00'")),
            Map.entry("time(6)", List.of("'-838:59:59'", "'10:00:00.000001'", "'10:00:00.000002'", "'838:59:59'", "'9:00'")),
            Map.entry("year", List.of("'2024'", "'0000'", "'1999'", "'2155'", "null")),
            Map.entry("float", List.of("0.1", "16777217", "16777216", "1e-40", "3e38", "-0.0", "16777300")),
            Map.entry("double", List.of("0.1", "1e100", "1.7e308", "1e-300", "5e-324", "0.30000000000000004", "0.3")),
            Map.entry("bigint unsigned", List.of("18446744073709551615", "9223372036854775808", "0", "10", "9")),
            Map.entry("int zerofill", List.of("10", "9", "100")),
            Map.entry("decimal(65,30)", List.of("12345678901234567890123456789012345.123456789012345678901234567891",
                    "12345678901234567890123456789012345.12345678901234567890123456789", "-1")),
            Map.entry("varbinary(9)", List.of("x'00'", "x'0000'", "x'ff'", "''", "x'fe'")),
            Map.entry("uuid", List.of("'00000000-0000-0000-0000-000000000010'", "'00000000-0000-0000-0000-000000000009'")),
            Map.entry("inet6", List.of("'::10'", "'::9'", "'fe80::1'")),
            Map.entry("json", List.of("'10'", "'9'")),
            Map.entry("point", List.of("point(1,2)", "point(0,3)"))),
            "sqlite", Map.ofEntries(
            Map.entry("boolean", List.of("0", "1", "2", "-1", "'yes'", "null", "1.5")),
            Map.entry("integer", List.of("10", "9", "'abc'", "x'00ff'", "2.5", "9223372036854775807", "9e999", "null")),
            Map.entry("text", List.of("'10'", "'9'", "x'ff'", "cast(x'ff41' as text)", "cast(x'fe41' as text)", "'é'", "''", "null")),
            Map.entry("", List.of("10", "'10'", "9", "'9'", "2.5", "x'3130'", "null")),
            Map.entry("real", List.of("0.1", "1e100", "'x'", "-9e999", "0.30000000000000004", "0.3")),
            Map.entry("timestamp", List.of("'2024-01-02 03:04:05'", "'garbage'", "1700000000", "'2024-01-02T03:04:04.5Z'",
                    "null", "2460000.5")),
            Map.entry("date", List.of("'2024-01-02'", "2024", "'10000-01-01'", "null")),
            Map.entry("decimal(10,2)", List.of("10.25", "9", "'n/a'", "123456789012345678901234567890")),
            Map.entry("blob", List.of("x'ff'", "'a'", "1", "x''", "null"))));

    @Tag("nightly")
    @TestFactory
    Stream<DynamicTest> rowsAndPagesAreSortedByTheStoredValue() {
        run("postgresql", "drop table if exists stored_order_pg_stored_order_domain, stored_order_pg_stored_order_pair",
                "drop domain if exists stored_order_domain", "drop type if exists stored_order_pair",
                "create domain stored_order_domain as int", "create type stored_order_pair as (a int, b text)");
        return TYPES.entrySet().stream().flatMap(database -> database.getValue().entrySet().stream()
                .map(type -> DynamicTest.dynamicTest(database.getKey() + " " + type.getKey(),
                        () -> check(database.getKey(), type.getKey(), type.getValue()))));
    }

    private void check(String database, String type, List<String> values) throws SQLException {
        String table = "stored_order_" + database.substring(0, 1) + type.replaceAll("[^a-z0-9]", "") + type.length();
        run(database, "drop table if exists " + table, "create table " + table + " (id int primary key, v " + type + ")");
        for (int i = 0; i < 2 * values.size(); i++) {
            run(database, "insert into " + table + " values (" + i + ", " + values.get(i % values.size()) + ")");
        }
        compare(database, table, type.equals("timestamp") && database.equals("sqlite")
                ? "iif(typeof(v) = 'text', coalesce(strftime('%Y-%m-%d %H:%M:%f', v), v), v)" : "v");
    }

    @Test
    void groupsAreMadeAndSortedByTheStoredValue() {
        run("postgresql", "drop table if exists stored_groups", "create table stored_groups (id int primary key, ip inet, t timestamp)",
                "insert into stored_groups values (1, '10.0.0.10', '0044-03-15 BC'), (2, '10.0.0.2', '2024-01-01'),"
                        + " (3, '10.0.0.2', '0044-03-15'), (4, '9.0.0.1', 'infinity')");
        assertThat(aggregate("postgresql", "\"group_by\":[\"ip\"]").findValuesAsText("ip"))
                .containsExactly("9.0.0.1", "10.0.0.2", "10.0.0.10");
        assertThat(aggregate("postgresql", "\"group_by\":[\"t\"],\"order_by\":[\"-t\"]").findValuesAsText("t").get(0))
                .isEqualTo("infinity");
        assertThat(aggregate("postgresql", "\"group_by\":[\"ip\"],\"metrics\":{\"last\":{\"max\":\"t\"}},\"order_by\":[\"last\"]")
                .findValuesAsText("ip")).containsExactly("10.0.0.10", "10.0.0.2", "9.0.0.1");
    }

    private JsonNode aggregate(String database, String arguments) {
        return done("aggregate", database, "{\"table\":\"stored_groups\"," + arguments + "}").get("data");
    }
}
