package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.SqlTestStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A value that a query shows is found by it, by {@code in}, and stays as it is stored when it is written back. */
@Tag("full")
class SupabaseShownValuesTest extends SupabaseTest {

    private static final Map<String, List<String>> TYPES = Map.ofEntries(
            Map.entry("inet", List.of("10.0.0.10", "10.0.0.0/8")), Map.entry("interval", List.of("1 mon", "10 days 00:00:00.000001")),
            Map.entry("money", List.of("1000.10", "-3")), Map.entry("real", List.of("0.1", "1e-40", "16777217")),
            Map.entry("float", List.of("1e300", "0.30000000000000004")), Map.entry("bigint", List.of("9223372036854775807")),
            Map.entry("numeric", List.of("12345678901234567890.2", "12345678901234567890.1000001")),
            Map.entry("timestamp", List.of("0044-03-15 BC", "infinity", "2024-01-01 00:00:00.000001")),
            Map.entry("timestamptz", List.of("2024-01-01 00:00:00.000001+02", "-infinity", "2024-01-01")),
            Map.entry("date", List.of("infinity", "0044-03-15 BC", "2024-02-29")), Map.entry("time", List.of("24:00", "9:00:00.000001")),
            Map.entry("timetz", List.of("09:00+02", "09:00+00")), Map.entry("int[]", List.of("{10,NULL}", "{{1},{2}}")),
            Map.entry("text[]", List.of("{\"a,b\",\"NULL\",NULL}", "{\"\\\"\"}")), Map.entry("int4range", List.of("[10,20)", "empty")),
            Map.entry("bool", List.of("true", "false")), Map.entry("bytea", List.of("\\x00", "\\xff00")),
            Map.entry("bit(3)", List.of("101")),
            Map.entry("text", List.of("a,b", "a\"b", "(x)", "null", "", "a\\b", "*%_.", "{\"a\":1}")),
            Map.entry("jsonb", List.of("{\"a\":1.1}", "[2]", "\"text\"", "1e2")),
            Map.entry("uuid", List.of(new UUID(1, 2).toString())),
            Map.entry("supa_mood", List.of("sad", "it's (ok), \"x\"")));

    @Test
    void shownValuesAreFoundAndWrittenBackAsTheyAre() throws SQLException {
        Map<String, String> columns = new LinkedHashMap<>();
        TYPES.keySet().stream().sorted().forEach(type -> columns.put("v" + columns.size(), type));
        int most = 8;
        StringBuilder table = new StringBuilder("create table supa_shown (id int primary key");
        columns.forEach((column, type) -> table.append(", ").append(column).append(' ').append(type));
        String[] statements = new String[3 + most];
        statements[0] = "drop table if exists supa_shown";
        statements[1] = "do $$ begin create type supa_mood as enum ('sad', 'it''s (ok), \"x\"'); exception when others then null; end $$";
        statements[2] = table + ")";
        for (int i = 0; i < most; i++) {
            StringBuilder row = new StringBuilder("insert into supa_shown values (" + i);
            for (String type : columns.values()) {
                List<String> values = TYPES.get(type);
                row.append(i < values.size() ? ", '" + values.get(i).replace("'", "''") + "'" : ", null");
            }
            statements[3 + i] = row + ")";
        }
        Set<String> served = new TreeSet<>(columns.keySet());
        served.add("id");
        STORE.run("supa_shown", served, statements);

        JsonNode rows = done("query", "{\"table\":\"supa_shown\",\"order_by\":[\"id\"]}").get("data");
        for (String column : columns.keySet()) {
            String type = columns.get(column);
            for (int i = 0; i < TYPES.get(type).size(); i++) {
                JsonNode shown = rows.get(i).get(column);
                String before = stored(column, i);
                assertThat(ids("{\"" + column + "\":" + shown + "}")).as(type + " " + shown).contains(String.valueOf(i));
                if (shown.isValueNode()) {
                    assertThat(ids("{\"" + column + "__in\":[" + shown + "]}")).as(type + " in " + shown).contains(String.valueOf(i));
                }
                done("update", "{\"table\":\"supa_shown\",\"data\":{\"" + column + "\":" + shown + "},\"filters\":{\"id\":" + i + "}}");
                assertThat(stored(column, i)).as(type + " " + shown).isEqualTo(before);
            }
        }
    }

    private List<String> ids(String filters) {
        return done("query", "{\"table\":\"supa_shown\",\"filters\":" + filters + "}").get("data").findValuesAsText("id");
    }

    private static String stored(String column, int id) throws SQLException {
        try (Connection connection = SqlTestStore.POSTGRESQL.connection(); Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select " + column + "::text from supa_shown where id = " + id)) {
            row.next();
            return row.getString(1);
        }
    }
}
