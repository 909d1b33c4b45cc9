package dev.caravan.database.supabase;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Kept;
import dev.caravan.database.Table;
import dev.caravan.database.Table.Column;
import dev.caravan.database.TableRules;
import dev.caravan.envelope.NearestNames;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

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
    private final Callable<JsonNode> document;
    private final Kept<Known, Exception> kept;

    private record Known(Map<String, Table> tables, Set<String> functions, JsonNode document) {
    }

    /** @param document reads the OpenAPI document of the API */
    SupabaseCatalogue(String database, TableRules rules, Callable<JsonNode> document) {
        this.database = database;
        this.rules = rules;
        this.document = document;
        this.kept = new Kept<>(all -> read());
    }

    /** @throws DatabaseFailure permission_error if the table is not allowed; query_error with the list of tables if it does not exist */
    Table table(String name) throws Exception {
        rules.check(name);
        Known now = with(name, there -> there.tables().containsKey(name));
        Table table = now.tables().get(name);
        if (table == null) {
            throw DatabaseFailure.query("database.noTable", database, name, names(name, now.tables().keySet()));
        }
        return table;
    }

    /** Returns the table as it is now. The document is read again, at most once a second. */
    Table tableNow(String name) throws Exception {
        rules.check(name);
        kept.again(ALL, ALL);
        return table(name);
    }

    /** Returns the column. Reads the document again if the table has no such column. */
    Column column(Table table, String name) throws Exception {
        if (table.column(name).isPresent()) {
            return table.column(name).get();
        }
        Known now = with(table.name() + "\0" + name,
                there -> there.tables().containsKey(table.name()) && there.tables().get(table.name()).column(name).isPresent());
        Table again = now.tables().getOrDefault(table.name(), table);
        return again.column(name).orElseThrow(
                () -> DatabaseFailure.query("database.noColumn", again.name(), name, NearestNames.of(name, again.columns().keySet())));
    }

    /**
     * @throws DatabaseFailure permission_error if the function is not allowed; query_error with the list of functions if it does not exist
     */
    void checkFunction(String name) throws Exception {
        rules.check(name);
        Known now = with(FUNCTIONS + name, there -> there.functions().contains(name));
        if (!now.functions().contains(name)) {
            throw DatabaseFailure.query("database.noFunction", database, name, names(name, now.functions()));
        }
    }

    /** Returns the names of all tables. */
    Set<String> tableNames() throws Exception {
        return kept.get(ALL).tables().keySet();
    }

    /** Returns what the document says of a table: {@code {description, required, properties}}. */
    JsonNode definition(String table) throws Exception {
        return kept.get(ALL).document().path("definitions").path(table);
    }

    /** Returns the HTTP methods that the server has for a table, in lower case. */
    Set<String> methods(String table) throws Exception {
        Set<String> methods = new TreeSet<>();
        kept.get(ALL).document().path("paths").path("/" + table).fieldNames().forEachRemaining(methods::add);
        return methods;
    }

    /** Drops the document, because the database said that it has changed. */
    void forget() {
        kept.forget();
    }

    private Known with(String name, Predicate<Known> isThere) throws Exception {
        Known now = kept.get(ALL);
        return isThere.test(now) ? now : kept.again(ALL, name);
    }

    private Known read() throws Exception {
        JsonNode description = document.call();
        Map<String, Table> tables = new TreeMap<>();
        description.path("definitions").fields()
                .forEachRemaining(table -> tables.put(table.getKey(), table(table.getKey(), table.getValue())));
        Set<String> functions = new TreeSet<>();
        description.path("paths").fieldNames().forEachRemaining(path -> {
            if (path.startsWith(FUNCTIONS)) {
                functions.add(path.substring(FUNCTIONS.length()));
            }
        });
        return new Known(tables, functions, description);
    }

    private static Table table(String name, JsonNode definition) {
        List<Column> columns = new ArrayList<>();
        List<String> key = new ArrayList<>();
        definition.path("properties").fields().forEachRemaining(column -> {
            columns.add(new Column(column.getKey(), column.getValue().path("format").asText(), Types.OTHER, false));
            if (column.getValue().path("description").asText().contains(KEY_NOTE)) {
                key.add(column.getKey());
            }
        });
        return new Table(name, columns, key, false, null);
    }

    /** Returns the allowed names, for messages. */
    private String names(String wanted, Set<String> all) {
        return NearestNames.of(wanted, all.stream().filter(rules::allows).toList());
    }
}
