package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.ColumnSamples;
import dev.caravan.database.DatabaseTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The reference of types says what the databases themselves do: how a value is shown, which filters take it, whether pages go by it. */
class TypesReferenceTest extends DatabaseTest {

    private static final Path PAGE = Path.of("src/site/markdown/reference/database-types.md");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Map<String, String> NAMED = Map.of("", "none", "types_mood", "an enum", "\"Types Odd\"", "a domain of text");
    private static final Map<String, Map<String, String[]>> TYPES = Map.of("postgresql", ColumnSamples.POSTGRESQL,
            "mysql", ColumnSamples.MYSQL, "sqlite", ColumnSamples.SQLITE);

    @Tag("nightly")
    @Test
    void referenceSaysWhatEachTypeDoes() throws IOException {
        run("postgresql", "drop table if exists types_reference", "drop type if exists types_mood cascade",
                "drop domain if exists \"Types Odd\" cascade", "create type types_mood as enum ('happy', 'so so')",
                "create domain \"Types Odd\" as text");
        String page = Files.readString(PAGE);
        List<String> all = new ArrayList<>();
        for (String database : List.of("postgresql", "mysql", "sqlite")) {
            List<String> rows = new ArrayList<>();
            for (Map.Entry<String, String[]> type : TYPES.get(database).entrySet()) {
                rows.add(row(database, type.getKey(), type.getValue()[0]));
            }
            all.add("<!-- generated: " + database + " -->\n| Type | JSON | Example | Filters | Page by it |\n|---|---|---|---|---|\n"
                    + String.join("\n", rows) + "\n<!-- end of " + database + " -->");
        }
        Files.writeString(Path.of("target", "database-types.md"), String.join("\n\n", all));
        all.forEach(table -> assertThat(page).as("target/database-types.md has what the page should have").contains(table));
    }

    private String row(String database, String type, String json) throws IOException {
        run(database, "drop table if exists types_reference", "create table types_reference (id int primary key, v " + type + ")");
        for (int id = 0; id < 2; id++) {
            done("insert", database, "{\"table\":\"types_reference\",\"data\":{\"id\":" + id + ",\"v\":" + json + "}}");
        }
        JsonNode column = done("describe", database, "{\"table\":\"types_reference\"}").at("/columns/1");
        JsonNode shown = done("query", database, "{\"table\":\"types_reference\",\"filters\":{\"id\":0}}").at("/data/0/v");
        List<String> filters = new ArrayList<>();
        Map.of("", "equal", "__gt", "order", "__contains", "text").entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(way -> {
            boolean part = way.getKey().equals("__contains");
            ObjectNode filter = NODES.objectNode();
            filter.set("v" + way.getKey(), part ? NODES.textNode("a") : shown);
            if (takes(database, filter, part)) {
                filters.add(way.getValue());
            }
        });
        JsonNode page = call("query", database, (ObjectNode) NODES.objectNode().put("table", "types_reference").put("limit", 1)
                .put("after", "").set("order_by", NODES.arrayNode().add("v")));
        String text = shown.toString();
        run(database, "drop table types_reference");
        return "| " + NAMED.getOrDefault(type, "`" + type + "`") + " | " + column.get("type").asText()
                + (column.has("format") ? ", " + column.get("format").asText() : "")
                + " | `" + (text.length() > 44 ? text.substring(0, 40) + "…" : text).replace("|", "\\|") + "` | "
                + String.join(", ", filters) + " | " + (page.has("next") ? "yes" : "no") + " |";
    }

    private boolean takes(String database, ObjectNode filter, boolean part) {
        JsonNode found = call("query", database, filter.objectNode().put("table", "types_reference").set("filters", filter));
        boolean equal = filter.has("v");
        return found.has("data") && (part || !equal || found.get("data").size() == 2);
    }
}
