package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A column of any type gives back the values that go in and finds rows by them, and refuses what is no such value. */
@Tag("full")
class ColumnTypesTest extends DatabaseTest {

    private static final ObjectMapper EXACT = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));

    @TestFactory
    Stream<DynamicTest> everyTypeRoundTrips() {
        run("postgresql", "drop table if exists types_typesmood10, types_ypesdd11", "drop type if exists types_mood",
                "drop domain if exists \"Types Odd\"",
                "create type types_mood as enum ('happy', 'so so')", "create domain \"Types Odd\" as text");
        return Stream.of(tests("postgresql", ColumnSamples.POSTGRESQL), tests("mysql", ColumnSamples.MYSQL),
                tests("sqlite", ColumnSamples.SQLITE)).flatMap(tests -> tests);
    }

    private Stream<DynamicTest> tests(String database, Map<String, String[]> types) {
        return types.entrySet().stream().map(type -> DynamicTest.dynamicTest(database + " " + type.getKey(), () -> {
            String table = "types_" + type.getKey().replaceAll("[^a-z0-9]", "") + type.getKey().length();
            run(database, "drop table if exists " + table, "create table " + table + " (id int primary key, v " + type.getKey() + ")");
            int id = 0;
            for (String value : type.getValue()) {
                String json = value.equals("null_in_list") ? "[null]" : value;
                ObjectNode insert = (ObjectNode) EXACT.readTree(
                        "{\"table\":\"" + table + "\",\"data\":{\"id\":" + id + ",\"v\":" + json + "}}");
                assertThat(call("insert", database, insert).toString()).as(json).contains("\"success\":true");
                ObjectNode byId = McpClient.object("{\"table\":\"" + table + "\",\"filters\":{\"id\":" + id + "}}");
                JsonNode row = EXACT.readTree(client.call("db_query_" + database, byId).body()).at("/result/structuredContent/data/0");
                JsonNode expected = exact(insert.at("/data/v"));
                assertThat(exact(row.get("v"))).as(json).isEqualTo(expected);
                if (isComparable(type.getKey())) {
                    ObjectNode query = McpClient.object("{\"table\":\"" + table + "\",\"columns\":[\"id\"]}");
                    query.putObject("filters").set("v", row.get("v"));
                    assertThat(call("query", database, query).at("/data").findValuesAsText("id")).as("found by " + json)
                            .contains(String.valueOf(id));
                }
                id++;
            }
            done("insert", database, "{\"table\":\"" + table + "\",\"data\":{\"id\":" + id + ",\"v\":null}}");
            assertThat(done("query", database, "{\"table\":\"" + table + "\",\"filters\":{\"v__isnull\":true}}").get("data").toString())
                    .isEqualTo("[{\"id\":" + id + ",\"v\":null}]");
        }));
    }

    /** By value: 1.50 is 1.5. */
    private static JsonNode exact(JsonNode value) {
        return value.isNumber() ? McpClient.JSON.getNodeFactory().numberNode(value.decimalValue().stripTrailingZeros()) : value;
    }

    private static boolean isComparable(String type) {
        return !java.util.List.of("point", "xml", "json", "real", "float", "bit(4)").contains(type);
    }

    @Test
    void valuesOfAnotherTypeAreRefused() {
        run("postgresql", "drop table if exists strict_types",
                "create table strict_types (id int primary key, u uuid, t timestamptz, a int[], b bytea, n numeric(5,2), e text)");
        for (String data : new String[]{"{\"u\":\"no\"}", "{\"t\":\"tomorrowish\"}", "{\"a\":5}", "{\"a\":[\"x\"]}", "{\"b\":\"!!\"}",
            "{\"n\":12345.6}", "{\"e\":{\"a\":1}}", "{\"id\":99999999999}", "{\"id\":1.5}"}) {
            ObjectNode row = McpClient.object(data);
            if (!row.has("id")) {
                row.put("id", 1);
            }
            failed("query_error", "insert", "postgresql", "{\"table\":\"strict_types\",\"data\":" + row + "}");
        }
        assertThat(done("query", "postgresql", "{\"table\":\"strict_types\"}").get("count").intValue()).isZero();
    }
}
