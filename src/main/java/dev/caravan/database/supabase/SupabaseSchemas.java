package dev.caravan.database.supabase;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.Column;
import dev.caravan.database.ColumnDescription;
import dev.caravan.database.JsonType;
import dev.caravan.database.Table;
import dev.caravan.database.TableDescriber;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableRules;
import dev.caravan.database.TableSummary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** Describes the tables of a Supabase database, from PostgREST's OpenAPI document. */
@Component
class SupabaseSchemas implements TableDescriber {

    private static final Map<String, String> VERBS = Map.of("post", "insert", "patch", "update", "delete", "delete");
    private static final Pattern REFERENCE = Pattern.compile("<fk table='([^']*)' column='([^']*)'/>");
    /** What PostgREST adds to the comment of a column. */
    private static final Pattern NOTE = Pattern.compile("(?s)\\s*Note:\\nThis is a (Primary|Foreign) Key.*");
    private static final Set<String> FRACTIONS = Set.of("numeric", "real", "double precision");

    private final SupabaseDatabases databases;

    SupabaseSchemas(SupabaseDatabases databases) {
        this.databases = databases;
    }

    @Override
    public String family() {
        return "supabase";
    }

    @Override
    public List<TableSummary> tables(String database) throws Exception {
        List<TableSummary> all = new ArrayList<>();
        for (String name : databases.get(database).catalogue().tableNames()) {
            all.add(summary(database, name));
        }
        return all;
    }

    private TableSummary summary(String database, String name) throws Exception {
        List<String> can = new ArrayList<>();
        for (String method : databases.get(database).catalogue().methods(name)) {
            if (method.equals("get")) {
                can.add("query");
            } else if (VERBS.containsKey(method)) {
                can.add(VERBS.get(method));
            }
        }
        return new TableSummary(name, "table", comment(databases.get(database).catalogue().definition(name)), null, can);
    }

    /** Each estimate is a request, so only the description of one table has it. */
    @Override
    public Map<String, Long> rows(String database, Collection<String> tables) throws Exception {
        if (tables.size() != 1) {
            return Map.of();
        }
        String name = tables.iterator().next();
        Long rows = databases.estimate(database, name);
        return rows == null ? Map.of() : Map.of(name, rows);
    }

    @Override
    public List<String> key(String database, String table) throws Exception {
        return databases.get(database).catalogue().table(table).key();
    }

    @Override
    public TableDescription table(String database, String name) throws Exception {
        SupabaseDatabase supabase = databases.get(database);
        Table table = supabase.catalogue().tableNow(name);
        JsonNode definition = supabase.catalogue().definition(name);
        TableRules rules = TableRules.of(database, supabase.settings());
        Set<String> required = new HashSet<>();
        definition.path("required").forEach(column -> required.add(column.asText()));
        List<ColumnDescription> columns = new ArrayList<>();
        for (Column column : table.columns().values()) {
            JsonNode said = definition.path("properties").path(column.name());
            JsonType type = type(column);
            List<String> values = new ArrayList<>();
            said.path("enum").forEach(value -> values.add(value.asText()));
            Matcher reference = REFERENCE.matcher(said.path("description").asText());
            String references = reference.find() && rules.allows(reference.group(1)) ? reference.group(1) + "." + reference.group(2) : null;
            columns.add(new ColumnDescription(column.name(), List.of(type.type()), type.format(), column.type(), !required.contains(column.name()), table.key().contains(column.name()),
                    false, said.has("default") ? said.get("default").asText() : null, references, values, comment(said)));
        }
        return new TableDescription(summary(database, name), table.key(), columns, null, null);
    }

    private static String comment(JsonNode said) {
        String comment = NOTE.matcher(said.path("description").asText()).replaceFirst("").strip();
        return comment.isEmpty() ? null : comment;
    }

    /** Returns the type of a column's values in JSON. */
    static JsonType type(Column column) {
        String type = column.type();
        if (SupabaseQuery.WHOLE.contains(type)) {
            return JsonType.INTEGER;
        }
        return FRACTIONS.contains(type) ? JsonType.NUMBER : type.equals("boolean") ? JsonType.BOOLEAN : SupabaseQuery.JSON.contains(type) ? JsonType.ANY
                : type.endsWith("[]") ? JsonType.ARRAY : type.startsWith("timestamp") ? JsonType.TIME : type.equals("date") ? JsonType.DATE : JsonType.STRING;
    }
}
