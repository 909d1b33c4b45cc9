package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** db_describe_NAME tells the same of every database: its tables, and the columns of one. */
class DescribeTest extends DatabaseTest {

    private static final Map<String, String> TYPES = Map.of("id", "integer", "name", "string", "price", "number", "paid", "boolean",
            "placed_at", "string");

    private static final Map<String, String> KINDS = Map.of("mongodb", "collection", "redis", "prefix", "opensearch", "index");
    private static final Map<String, String> COMMENTS = Map.of("postgresql", "What is sold", "mysql", "What is sold", "supabase", "made ");

    private final Map<String, String> filled = new HashMap<>();

    static Stream<String> databases() {
        return STORES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void listShowsTables(String database) {
        String table = fill(database);

        JsonNode answer = done("describe", database, "{\"search\":\"" + table.toUpperCase() + "\"}");

        assertThat(answer.get("count").intValue()).as(answer.toString()).isEqualTo(1);
        assertThat(answer.get("has_more").booleanValue()).isFalse();
        assertThat(answer.at("/tables/0/table").asText()).isEqualTo(table);
        assertThat(answer.at("/tables/0/kind").asText("table")).isEqualTo(KINDS.getOrDefault(database, "table"));
        assertThat(answer.at("/tables/0/comment").asText("none")).startsWith(COMMENTS.getOrDefault(database, "none"));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void tableShowsColumnsWithJsonTypes(String database) {
        String table = fill(database);

        JsonNode answer = done("describe", database, "{\"table\":\"" + table + "\"}");

        assertThat(answer.get("key")).hasSize(1);
        assertThat(answer.get("kind").asText()).isEqualTo(KINDS.getOrDefault(database, "table"));
        assertThat(column(answer, answer.at("/key/0").asText()).get("nullable").booleanValue()).as("a key; SQLite takes null in it")
                .isEqualTo(database.equals("sqlite"));
        TYPES.forEach((column, type) -> {
            assertThat(column(answer, column).at("/type").asText()).as(database + " " + column + answer)
                    .isEqualTo(database.equals("mysql") && type.equals("boolean") ? "integer" : type);
            assertThat(column(answer, column).get("nullable").isBoolean()).isTrue();
        });
        assertThat(column(answer, "name").get("nullable").booleanValue()).isTrue();
        assertThat(column(answer, "placed_at").at("/format").asText()).isEqualTo("date-time");
    }

    @ParameterizedTest
    @MethodSource("databases")
    void missingTableSuggestsTheNearestName(String database) {
        String table = fill(database);

        assertThat(failed("query_error", "describe", database, "{\"table\":\"" + table + "s\"}"))
                .contains("has no table " + table + "s; there are: " + table);
    }

    @Test
    void listShowsOnlyAllowedTables() {
        run("postgresql", "create table if not exists allowed_one (id int primary key)",
                "create table if not exists allowed_two (id int primary key)");
        assertThat(done("describe", "some", "{}").get("tables")).extracting(table -> table.get("table").asText())
                .containsExactly("allowed_one");
        assertThat(failed("permission_error", "describe", "some", "{\"table\":\"people\"}")).contains("allowed_one");
        failed("permission_error", "describe", "some", "{\"table\":\"allowed_two\"}");
        for (String table : List.of("pg_user", "pg_catalog.pg_class", "information_schema.tables")) {
            failed("query_error", "describe", "postgresql", McpClient.object("{}").put("table", table).toString());
        }
        failed("query_error", "describe", "sqlite", "{\"table\":\"sqlite_master\"}");
        assertThat(done("describe", "sqlite", "{\"limit\":1000}").toString()).doesNotContain("sqlite_");
    }

    private static JsonNode column(JsonNode answer, String name) {
        for (JsonNode column : answer.get("columns")) {
            if (column.get("name").asText().equals(name)) {
                return column;
            }
        }
        throw new AssertionError(name + " is not in " + answer);
    }

    private String fill(String database) {
        return filled.computeIfAbsent(database, name -> {
            String table = "described_" + name;
            STORES.get(name).create(table,
                    TestStore.columns("id INTEGER, name TEXT, price DECIMAL, paid BOOLEAN, placed_at TIME, extra JSON"));
            done("insert", name, "{\"table\":\"" + table
                    + "\",\"data\":[{\"id\":1,\"name\":\"a\",\"price\":1.5,\"paid\":true,\"placed_at\":\"2026-01-01T00:00:00Z\","
                    + "\"extra\":{\"a\":1}},"
                    + "{\"id\":2,\"name\":\"b\",\"price\":2,\"paid\":false,\"placed_at\":\"2026-01-02T00:00:00Z\",\"extra\":null}]}");
            makeStatistics(name, table);
            return table;
        });
    }

    /** Writes comments, and counts rows for the estimates. */
    private static void makeStatistics(String database, String table) {
        switch (database) {
            case "postgresql" -> run(database, "comment on table " + table + " is 'What is sold'", "analyze " + table);
            case "supabase" -> run("postgresql", "analyze " + table);
            case "mysql" -> run(database, "alter table " + table + " comment 'What is sold'", "analyze table " + table);
            default -> { }
        }
    }
}
