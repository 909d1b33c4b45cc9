package dev.caravan.database;

import dev.caravan.routes.GeneratedRoutes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * The tools of each configured database, stamped of the templates {@code db-VERB} and {@code db-advanced-FAMILY} in
 * {@code routes/tools/databases/}, and the flows of SQL databases, stamped of {@code routes/databases/sql.camel.yaml}; those that write only
 * where the database is not read-only.
 */
@Component
class DatabaseRoutes implements GeneratedRoutes {

    private static final List<String> READING = List.of("query");
    private static final List<String> ALL = List.of("query", "insert", "update", "delete");
    /** The flows of each SQL database, which has connections of its own. */
    private static final List<String> SQL_READING = List.of("query", "run", "read-in-parts");
    private static final List<String> SQL = List.of("query", "insert", "update", "delete", "advanced", "transaction", "run", "read-in-parts");

    private final DatabaseProperties properties;

    DatabaseRoutes(DatabaseProperties properties) {
        this.properties = properties;
    }

    @Override
    public Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        properties.databases().forEach((name, database) -> files.put("config/databases/" + name + ".camel.yaml", text(name, database)));
        return files;
    }

    private static String text(String name, DatabaseProperties.Database database) {
        StringBuilder text = new StringBuilder();
        if (database.type().isSql()) {
            for (String flow : database.readOnly() ? SQL_READING : SQL) {
                text.append(stamp("sql-" + flow, "db-" + flow + "-sql-" + name, Map.of("name", name)));
            }
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("name", name);
        parameters.put("flow", database.type().isSql() ? "sql-" + name : database.type().family());
        parameters.put("product", database.type().product());
        Map<String, String> withNote = new LinkedHashMap<>(parameters);
        if (!database.type().note().isEmpty()) {
            withNote.put("note", '"' + database.type().note() + '"');
        }
        for (String verb : database.readOnly() ? READING : ALL) {
            text.append(stamp("db-" + verb, "db_" + verb + "_" + name, withNote));
        }
        database.type().advancedTemplate(database.readOnly()).ifPresent(template ->
                text.append(stamp(template, "db_advanced_" + name, parameters)));
        return text.toString();
    }

    private static String stamp(String template, String id, Map<String, String> parameters) {
        StringBuilder text = new StringBuilder("- templatedRoute:\n    routeTemplateRef: " + template + "\n    routeId: " + id + "\n    parameters:\n");
        parameters.forEach((parameter, value) -> text.append("      - {name: ").append(parameter).append(", value: ").append(value).append("}\n"));
        return text.toString();
    }
}
