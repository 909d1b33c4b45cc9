package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.SqlTestStore;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * A value that a tool shows means that value as a filter, in {@code in}, and as data. The database's own client is the judge: it says which
 * rows have the same value, and whether the value written back is the same to the last byte.
 */
class ShownValuesTest extends DatabaseTest {

    private static final ObjectMapper EXACT = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));

    /** The exact form of a value, as the client sees it. */
    private static final Map<String, String> BYTES = Map.of("postgresql", "v::text", "mysql", "hex(v)", "sqlite", "typeof(v) || quote(v)");

    @Tag("nightly")
    @TestFactory
    Stream<DynamicTest> shownValuesAreFoundAndWrittenBack() {
        run("postgresql", "drop domain if exists stored_order_domain cascade", "drop type if exists stored_order_pair cascade",
                "create domain stored_order_domain as int", "create type stored_order_pair as (a int, b text)");
        return StoredOrderTest.TYPES.entrySet().stream().flatMap(database -> database.getValue().entrySet().stream()
                .map(type -> DynamicTest.dynamicTest(database.getKey() + " " + type.getKey(),
                        () -> check(database.getKey(), type.getKey(), type.getValue()))));
    }

    private void check(String database, String type, List<String> values) throws Exception {
        String table = "shown_" + database.charAt(0) + type.length() + type.replaceAll("[^a-z0-9]", "");
        run(database, "drop table if exists " + table, "create table " + table + " (id int primary key, v " + type + ")");
        List<String> stored = values.stream().filter(value -> !value.equals("null")).toList();
        for (int i = 0; i < stored.size(); i++) {
            run(database, "insert into " + table + " values (" + i + ", " + stored.get(i) + ")",
                    "insert into " + table + " values (" + (1_000 + i) + ", null)");
        }
        for (int i = 0; i < stored.size(); i++) {
            String what = database + " " + type + " " + stored.get(i);
            JsonNode shown = ask("db_query_" + database, table, "filters", EXACT.createObjectNode().put("id", i)).at("/data/0/v");
            assertThat(shown.isMissingNode() || shown.isNull() && !stored.get(i).equals("'null'")).as(what + ": " + shown).isFalse();
            if (shown.isNull()) {
                continue; // null in JSON
            }
            for (String operator : List.of("v", "v__in")) {
                ObjectNode filters = EXACT.createObjectNode();
                filters.set(operator, operator.equals("v") ? shown : EXACT.createArrayNode().add(shown));
                JsonNode found = ask("db_query_" + database, table, "filters", filters);
                if (found.has("data")) {
                    assertThat(found.get("data").findValuesAsText("id")).as(what + " by " + filters).contains(String.valueOf(i));
                } else {
                    assertThat(operator.equals("v__in") || List.of("json", "point", "xml").contains(type)).as(what + ": " + found).isTrue();
                }
            }
            JsonNode written = EXACT.readTree(client.call("db_update_" + database, (ObjectNode) EXACT.createObjectNode()
                    .put("table", table).<ObjectNode>set("data", EXACT.createObjectNode().set("v", shown))
                    .set("filters", EXACT.createObjectNode().put("id", 1_000 + i))).body()).at("/result/structuredContent");
            if (stored.get(i).equals("'-0'")) {
                continue; // a decimal of JSON has no negative zero
            }
            if (written.path("success").asBoolean()) {
                assertThat(client(database, table, 1_000 + i)).as(what + " written back as " + shown)
                        .isEqualTo(client(database, table, i));
            } else {
                assertThat(written.at("/error/type").asText()).as(what + ": " + written).isEqualTo("query_error");
                assertThat(database.equals("sqlite")).as(what + " refused: " + written).isTrue();
            }
        }
        run(database, "drop table " + table);
    }

    private JsonNode ask(String tool, String table, String name, ObjectNode value) throws IOException {
        ObjectNode call = EXACT.createObjectNode().put("table", table);
        call.set(name, value);
        return EXACT.readTree(client.call(tool, call).body()).at("/result/structuredContent");
    }

    private static List<String> client(String database, String table, int id) throws SQLException {
        try (Connection connection = ((SqlTestStore) STORES.get(database)).connection(); Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select " + BYTES.get(database) + " from " + table + " where id = " + id)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }
}
