package dev.caravan.database.supabase;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseProperties.TableRules;
import dev.caravan.database.Schemas.Kept;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import dev.caravan.database.TableDescription.TableSummary;
import dev.caravan.envelope.NearestNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tables, columns and functions that PostgREST's OpenAPI document lists for our key; {@link Kept} caches the document. When a name is
 * not in the document, the document is read again, at most once a second for each name, unless the name is longer than 200 characters.
 */
record SupabaseCatalogue(String database, TableRules rules, Kept<Known, Exception> kept) {

    private static final String ALL = "";
    private static final String FUNCTIONS = "/rpc/";
    private static final String KEY_NOTE = "<pk/>";
    private static final Pattern REFERENCE = Pattern.compile("<fk table='([^']*)' column='([^']*)'/>");
    /** What PostgREST adds to the comment of a column. */
    private static final Pattern NOTE = Pattern.compile("(?s)\\s*Note:\\nThis is a (Primary|Foreign) Key.*");
    private static final Map<String, String> VERBS = Map.of("get", "query", "post", "insert", "patch", "update", "delete", "delete");

    record Known(Map<String, TableDescription> tables, Set<String> functions) {
    }

    /** @param document reads the OpenAPI document of the API */
    SupabaseCatalogue(String database, TableRules rules, Callable<JsonNode> document) {
        this(database, rules, new Kept<>(all -> known(document.call(), rules)));
    }

    /** @throws DatabaseFailure permission_error if the table is not allowed; query_error with the list of tables if it does not exist */
    TableDescription table(String name) throws Exception {
        rules.check(name);
        Map<String, TableDescription> tables = with(name, there -> there.tables().containsKey(name)).tables();
        if (!tables.containsKey(name)) {
            throw DatabaseFailure.query("database.noTable", database, name, names(name, tables.keySet()));
        }
        return tables.get(name);
    }

    /** Returns the table as it is now. The document is read again, at most once a second. */
    TableDescription tableNow(String name) throws Exception {
        rules.check(name);
        kept.again(ALL, ALL);
        return table(name);
    }

    /** Returns the column. Reads the document again if the table has no such column. */
    ColumnDescription column(TableDescription table, String name) throws Exception {
        String in = table.table().name();
        TableDescription now = table.column(name).isPresent() ? table : with(in + "\0" + name, there -> there.tables()
                .getOrDefault(in, table).column(name).isPresent()).tables().getOrDefault(in, table);
        return now.column(name).orElseThrow(() -> DatabaseFailure.query("database.noColumn", in, name,
                NearestNames.of(name, now.columns().stream().map(ColumnDescription::name).toList())));
    }

    /**
     * @throws DatabaseFailure permission_error if the function is not allowed; query_error with the list of functions if it does not exist
     */
    void checkFunction(String name) throws Exception {
        rules.check(name);
        Set<String> functions = with(FUNCTIONS + name, there -> there.functions().contains(name)).functions();
        if (!functions.contains(name)) {
            throw DatabaseFailure.query("database.noFunction", database, name, names(name, functions));
        }
    }

    Collection<TableDescription> tables() throws Exception {
        return kept.get(ALL).tables().values();
    }

    /** Drops the document, because the database said that it has changed. */
    void forget() {
        kept.forget();
    }

    private Known with(String name, Predicate<Known> isThere) throws Exception {
        Known now = kept.get(ALL);
        return isThere.test(now) ? now : kept.again(ALL, name);
    }

    /** @param document {@code {definitions: {table: {description, required, properties}}, paths: {"/table": {get, post, …}}}} */
    private static Known known(JsonNode document, TableRules rules) {
        Map<String, TableDescription> tables = new TreeMap<>();
        document.path("definitions").properties().forEach(table -> tables.put(table.getKey(), table(table.getKey(), table.getValue(),
                document.path("paths").path("/" + table.getKey()), rules)));
        return new Known(tables, document.path("paths").properties().stream().map(Map.Entry::getKey)
                .filter(path -> path.startsWith(FUNCTIONS)).map(path -> path.substring(FUNCTIONS.length())).collect(Collectors.toSet()));
    }

    private static TableDescription table(String name, JsonNode definition, JsonNode path, TableRules rules) {
        Set<String> required = new HashSet<>();
        definition.path("required").forEach(column -> required.add(column.asText()));
        List<ColumnDescription> columns = definition.path("properties").properties().stream()
                .map(column -> column(column.getKey(), column.getValue(), required.contains(column.getKey()), rules)).toList();
        List<String> can = path.properties().stream().map(method -> VERBS.get(method.getKey())).filter(Objects::nonNull).toList();
        return new TableDescription(new TableSummary(name, "table", comment(definition), null, can),
                columns.stream().filter(ColumnDescription::key).map(ColumnDescription::name).toList(), columns, null, null);
    }

    private static ColumnDescription column(String name, JsonNode said, boolean required, TableRules rules) {
        String type = said.path("format").asText();
        List<String> values = new ArrayList<>();
        said.path("enum").forEach(value -> values.add(value.asText()));
        Matcher reference = REFERENCE.matcher(said.path("description").asText());
        String references = reference.find() && rules.allows(reference.group(1)) ? reference.group(1) + "." + reference.group(2) : null;
        return new ColumnDescription(name, List.of(type(type).type()), type(type).format(), type, !required,
                said.path("description").asText().contains(KEY_NOTE), false, said.path("default").asText(null), references, values,
                comment(said));
    }

    private static String comment(JsonNode said) {
        String comment = NOTE.matcher(said.path("description").asText()).replaceFirst("").strip();
        return comment.isEmpty() ? null : comment;
    }

    /** Returns the type of a column's values in JSON. */
    private static JsonType type(String name) {
        return switch (name) {
            case "smallint", "integer", "bigint" -> JsonType.INTEGER;
            case "numeric", "real", "double precision" -> JsonType.NUMBER;
            case "boolean" -> JsonType.BOOLEAN;
            case "json", "jsonb" -> JsonType.ANY;
            case "date" -> JsonType.DATE;
            default -> name.endsWith("[]") ? JsonType.ARRAY : name.startsWith("timestamp") ? JsonType.TIME : JsonType.STRING;
        };
    }

    /** Returns the allowed names, for messages. */
    private String names(String wanted, Set<String> all) {
        return NearestNames.of(wanted, all.stream().filter(rules::allows).toList());
    }
}
