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
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tables and columns that PostgREST's OpenAPI document lists for our key; {@link Kept} caches the document. When a name is
 * not in the document, the document is read again.
 */
record SupabaseCatalogue(TableRules rules, Kept<Map<String, TableDescription>, Exception> kept) {

    private static final String ALL = "";
    private static final String KEY_NOTE = "<pk/>";
    private static final Pattern REFERENCE = Pattern.compile("<fk table='([^']*)' column='([^']*)'/>");
    /** What PostgREST adds to the comment of a column. */
    private static final Pattern NOTE = Pattern.compile("(?s)\\s*Note:\\nThis is a (Primary|Foreign) Key.*");

    /** @param document reads the OpenAPI document of the API */
    SupabaseCatalogue(TableRules rules, Callable<JsonNode> document) {
        this(rules, new Kept<>(all -> known(document.call(), rules)));
    }

    /** @throws DatabaseFailure permission_error if the table is not allowed; query_error with the list of tables if it does not exist */
    TableDescription table(String name) throws Exception {
        rules.check(name);
        Map<String, TableDescription> tables = with(there -> there.containsKey(name));
        if (!tables.containsKey(name)) {
            throw rules.missing(name, tables.keySet());
        }
        return tables.get(name);
    }

    /** Returns the table as it is now. */
    TableDescription tableNow(String name) throws Exception {
        kept.now(ALL);
        return table(name);
    }

    /** Returns the column. Reads the document again if the table has no such column. */
    ColumnDescription column(TableDescription table, String name) throws Exception {
        String in = table.table().name();
        TableDescription now = table.column(name).isPresent() ? table
                : with(there -> there.getOrDefault(in, table).column(name).isPresent()).getOrDefault(in, table);
        return now.column(name).orElseThrow(() -> DatabaseFailure.query("database.noColumn", in, name,
                NearestNames.of(name, now.columns().stream().map(ColumnDescription::name).toList())));
    }

    Collection<TableDescription> tables() throws Exception {
        return kept.get(ALL).values();
    }

    private Map<String, TableDescription> with(Predicate<Map<String, TableDescription>> isThere) throws Exception {
        Map<String, TableDescription> now = kept.get(ALL);
        return isThere.test(now) ? now : kept.now(ALL);
    }

    /** @param document {@code {definitions: {table: {description, required, properties}}}} */
    private static Map<String, TableDescription> known(JsonNode document, TableRules rules) {
        return document.path("definitions").properties().stream().collect(
                Collectors.toMap(Map.Entry::getKey, table -> table(table.getKey(), table.getValue(), rules)));
    }

    private static TableDescription table(String name, JsonNode definition, TableRules rules) {
        Set<String> required = new HashSet<>();
        definition.path("required").forEach(column -> required.add(column.asText()));
        List<ColumnDescription> columns = definition.path("properties").properties().stream()
                .map(column -> column(column.getKey(), column.getValue(), required.contains(column.getKey()), rules)).toList();
        return new TableDescription(new TableSummary(name, "table", comment(definition)),
                columns.stream().filter(ColumnDescription::key).map(ColumnDescription::name).toList(), columns);
    }

    private static ColumnDescription column(String name, JsonNode said, boolean required, TableRules rules) {
        String type = said.path("format").asText();
        List<String> values = new ArrayList<>();
        said.path("enum").forEach(value -> values.add(value.asText()));
        Matcher reference = REFERENCE.matcher(said.path("description").asText());
        String references = reference.find() && rules.allows(reference.group(1)) ? reference.group(1) + "." + reference.group(2) : null;
        return new ColumnDescription(name, type(type), type, !required,
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
}
