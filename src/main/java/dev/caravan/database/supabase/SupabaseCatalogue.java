package dev.caravan.database.supabase;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Kept;
import dev.caravan.database.TableRules;
import dev.caravan.envelope.NearestNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The tables, columns and functions that PostgREST's OpenAPI document lists for our key; {@link Kept} caches the document. When a name is
 * not in the document, the document is read again, at most once a second for each name, unless the name is longer than 200 characters.
 */
final class SupabaseCatalogue {

    private static final String ALL = "";
    private static final String FUNCTIONS = "/rpc/";
    private static final String KEY_NOTE = "<pk/>";

    private final String database;
    private final TableRules rules;
    private final Kept<Known, Exception> kept;

    /**
     * @param columns by name, in the table's order
     * @param key     columns of the primary key; empty if the table has none
     */
    record Table(String name, Map<String, Column> columns, List<String> key) {

        Optional<Column> column(String column) {
            return Optional.ofNullable(columns.get(column));
        }
    }

    /** @param type the name of the type in PostgreSQL */
    record Column(String name, String type) {
    }

    private record Known(Map<String, Table> tables, JsonNode document) {
    }

    /** @param document reads the OpenAPI document of the API */
    SupabaseCatalogue(String database, TableRules rules, Callable<JsonNode> document) {
        this.database = database;
        this.rules = rules;
        this.kept = new Kept<>(all -> known(document.call()));
    }

    /** @throws DatabaseFailure permission_error if the table is not allowed; query_error with the list of tables if it does not exist */
    Table table(String name) throws Exception {
        rules.check(name);
        Map<String, Table> tables = with(name, there -> there.tables().containsKey(name)).tables();
        if (!tables.containsKey(name)) {
            throw DatabaseFailure.query("database.noTable", database, name, names(name, tables.keySet().stream()));
        }
        return tables.get(name);
    }

    /** Returns the table as it is now. The document is read again, at most once a second. */
    Table tableNow(String name) throws Exception {
        rules.check(name);
        kept.again(ALL, ALL);
        return table(name);
    }

    /** Returns the column. Reads the document again if the table has no such column. */
    Column column(Table table, String name) throws Exception {
        Table now = table.column(name).isPresent() ? table : with(table.name() + "\0" + name, there -> there.tables()
                .getOrDefault(table.name(), table).column(name).isPresent()).tables().getOrDefault(table.name(), table);
        return now.column(name).orElseThrow(
                () -> DatabaseFailure.query("database.noColumn", now.name(), name, NearestNames.of(name, now.columns().keySet())));
    }

    /**
     * @throws DatabaseFailure permission_error if the function is not allowed; query_error with the list of functions if it does not exist
     */
    void checkFunction(String name) throws Exception {
        rules.check(name);
        JsonNode paths = with(FUNCTIONS + name, there -> there.document().path("paths").has(FUNCTIONS + name)).document().path("paths");
        if (!paths.has(FUNCTIONS + name)) {
            throw DatabaseFailure.query("database.noFunction", database, name, names(name, paths.properties().stream()
                    .map(Map.Entry::getKey).filter(path -> path.startsWith(FUNCTIONS)).map(path -> path.substring(FUNCTIONS.length()))));
        }
    }

    /** Returns the document: {@code {definitions: {table: {description, required, properties}}, paths: {"/table": {get, post, …}}}}. */
    JsonNode document() throws Exception {
        return kept.get(ALL).document();
    }

    /** Drops the document, because the database said that it has changed. */
    void forget() {
        kept.forget();
    }

    private Known with(String name, Predicate<Known> isThere) throws Exception {
        Known now = kept.get(ALL);
        return isThere.test(now) ? now : kept.again(ALL, name);
    }

    private static Known known(JsonNode document) {
        Map<String, Table> tables = new TreeMap<>();
        document.path("definitions").properties().forEach(table -> tables.put(table.getKey(), table(table.getKey(), table.getValue())));
        return new Known(tables, document);
    }

    private static Table table(String name, JsonNode definition) {
        Map<String, Column> columns = new LinkedHashMap<>();
        List<String> key = new ArrayList<>();
        definition.path("properties").properties().forEach(column -> {
            columns.put(column.getKey(), new Column(column.getKey(), column.getValue().path("format").asText()));
            if (column.getValue().path("description").asText().contains(KEY_NOTE)) {
                key.add(column.getKey());
            }
        });
        return new Table(name, columns, key);
    }

    /** Returns the allowed names, for messages. */
    private String names(String wanted, Stream<String> all) {
        return NearestNames.of(wanted, all.filter(rules::allows).toList());
    }
}
