package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.SqlTestStore;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A number is stored and shown exactly: a floating point number by the shortest text that reads back as the same value. The row is found by
 * it.
 */
@Tag("full")
class ExactNumbersTest extends DatabaseTest {

    private static final ObjectMapper EXACT = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));
    private static final List<String> DOUBLES = List.of("0.1", "1e100", "1E+65", "1e-300", "1.7e308", "1.7976931348623157e308", "5e-324",
            "2.2250738585072014e-308", "0.30000000000000004", "123456789012345680",
            "1e23", "2e23", "9007199254740993e3", "-1e-5", "0.002");
    private static final List<String> SINGLES = List.of("0.1", "16777216", "16777.217", "3.4028235e38", "1e-40", "1.4e-45", "0.3", "1e10",
            "33554432", "2e-3", "-0.7");
    private static final String DIGITS = "12345678901234567890123456789012345.1234567890123456789012345";
    private static final Map<String, Map<String, List<String>>> TYPES = Map.of(
            "postgresql",
            Map.of("real", SINGLES, "double precision", DOUBLES, "numeric", List.of(DIGITS, "1e100", "1e-100", "0." + "0".repeat(59) + "1"),
                    "bigint", List.of("9223372036854775807", "-9223372036854775808")),
            "mysql",
            Map.of("float", SINGLES, "double", DOUBLES, "real", DOUBLES, "decimal(60,25)", List.of(DIGITS, "-" + DIGITS, "1e-25"), "bigint",
                    List.of("9223372036854775807", "-9223372036854775808"),
                    "bigint unsigned", List.of("18446744073709551615", "9223372036854775808"), "double unsigned", List.of("0.1", "1e100")),
            "sqlite", Map.of("real", DOUBLES, "numeric", List.of("0.1", "1e100", "5e-324"), "integer",
                    List.of("9223372036854775807", "-9223372036854775808")));

    @TestFactory
    Stream<DynamicTest> numbersAreStoredShownAndFound() {
        return TYPES.entrySet().stream()
                .flatMap(database -> database.getValue().entrySet().stream()
                        .map(type -> DynamicTest.dynamicTest(database.getKey() + " " + type.getKey(),
                () -> check(database.getKey(), type.getKey(), type.getValue()))));
    }

    private void check(String database, String type, List<String> numbers) throws Exception {
        String table = "exact_" + type.replaceAll("[^a-z0-9]", "");
        run(database, "drop table if exists " + table, "create table " + table + " (id int primary key, v " + type + ")");
        for (int id = 0; id < numbers.size(); id++) {
            String number = numbers.get(id);
            assertThat(call("insert", database,
                    (ObjectNode) EXACT.readTree("{\"table\":\"" + table + "\",\"data\":{\"id\":" + id + ",\"v\":" + number + "}}"))
                    .toString()).as(number).contains("\"success\":true");
            JsonNode shown = EXACT.readTree(client
                    .call("db_query_" + database, McpClient.object("{\"table\":\"" + table + "\",\"filters\":{\"id\":" + id + "}}")).body())
                    .at("/result/structuredContent/data/0/v");
            assertThat(shown.isNumber()).as(number).isTrue();
            if (type.matches("float|double.*|real") || number.equals("5e-324")) {
                boolean single = type.equals("float") || database.equals("postgresql") && type.equals("real");
                assertThat(single ? shown.floatValue() : shown.doubleValue()).as(number)
                        .isEqualTo(single ? Float.parseFloat(number) : Double.parseDouble(number));
                assertThat(shown.decimalValue().stripTrailingZeros().precision()).as(database + " " + type + ": digits of " + shown)
                        .isLessThanOrEqualTo(Math.max(2, new BigDecimal(number).precision()));
            } else {
                assertThat(shown.decimalValue()).as(number).isEqualByComparingTo(new BigDecimal(number));
            }
            if (type.matches("float|double|real|double precision")) {
                double stored = stored(database, type.matches("float") || database.equals("postgresql") && type.equals("real")
                        ? "select v + 0e0 from " + table + " where id = " + id : "select v from " + table + " where id = " + id);
                assertThat(stored).as(number).isEqualTo(type.equals("float") || database.equals("postgresql") && type.equals("real")
                        ? (double) Float.parseFloat(number) : Double.parseDouble(number));
            }
            for (String filter : new String[]{"\"v\":" + shown, "\"v__in\":[" + shown + "]", "\"v__gte\":" + shown + ",\"v__lte\":" + shown,
                "\"v\":" + number}) {
                ObjectNode query = (ObjectNode) EXACT.readTree(
                        "{\"table\":\"" + table + "\",\"columns\":[\"id\"],\"filters\":{" + filter + "}}");
                assertThat(call("query", database, query).at("/data").findValuesAsText("id")).as(filter).contains(String.valueOf(id));
            }
        }
    }

    private static double stored(String database, String query) throws Exception {
        try (Connection connection = ((SqlTestStore) STORES.get(database)).connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getDouble(1);
        }
    }

    @Test
    void numbersBeyondAFloatingPointColumnAreRefused() {
        for (String database : List.of("postgresql", "mysql", "sqlite")) {
            run(database, "drop table if exists exact_limits", "create table exact_limits (id int primary key, v double precision)");
            for (String number : new String[] {"1e309", "-1e309", "1e-400"}) {
                failed("query_error", "insert", database, "{\"table\":\"exact_limits\",\"data\":{\"id\":1,\"v\":" + number + "}}");
            }
        }
        run("mysql", "drop table if exists exact_single", "create table exact_single (id int primary key, v float)");
        failed("query_error", "insert", "mysql", "{\"table\":\"exact_single\",\"data\":{\"id\":1,\"v\":1e300}}");
        failed("query_error", "insert", "mysql", "{\"table\":\"exact_single\",\"data\":{\"id\":1,\"v\":1e-60}}");
        assertThat(done("query", "mysql", "{\"table\":\"exact_single\",\"filters\":{\"v__lt\":1e300,\"v__gt\":1e-300}}").get("count")
                .intValue()).isZero();
    }
}
