package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.ColumnDescription;
import dev.caravan.database.JsonType;
import dev.caravan.database.SampledRows;
import dev.caravan.database.TableDescriber;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableSummary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Describes indexes by their mappings, with the shape of one document. */
@Component
class OpenSearchSchemas implements TableDescriber {

    private static final List<String> KEY = List.of(OpenSearchIndex.ID);

    private final OpenSearchDatabases databases;

    OpenSearchSchemas(OpenSearchDatabases databases) {
        this.databases = databases;
    }

    @Override
    public String family() {
        return "opensearch";
    }

    @Override
    public List<TableSummary> tables(String database) throws Exception {
        return databases.get(database).catalogue().kinds().entrySet().stream().map(entry -> TableSummary.of(entry.getKey(), entry.getValue())).toList();
    }

    /** An alias has no estimate in a list; its own description has one. */
    @Override
    public Map<String, Long> rows(String database, Collection<String> tables) throws Exception {
        Map<String, Long> rows = new HashMap<>();
        try {
            if (tables.size() == 1) {
                String name = tables.iterator().next();
                rows.put(name, ask(database, OpenSearchRequest.get(OpenSearchRequest.encoded(name) + "/_count", "")).path("count").asLong());
            } else if (!tables.isEmpty()) {
                ask(database, OpenSearchRequest.get("_cat/indices", "format=json&h=index,docs.count"))
                        .forEach(index -> rows.put(index.path("index").asText(), index.path("docs.count").asLong()));
            }
        } catch (OpenSearchException e) {
            if (e.status() != 403) {
                throw e;
            }
        }
        return rows;
    }

    @Override
    public List<String> key(String database, String table) {
        return KEY;
    }

    /** A sort by {@code _id} loads all ids into the memory of OpenSearch. Rows come in the order of their writes. */
    @Override
    public boolean sortsByKey() {
        return false;
    }

    @Override
    public TableDescription table(String database, String name) throws Exception {
        OpenSearchIndex index = databases.get(database).catalogue().indexNow(name);
        List<ColumnDescription> columns = new ArrayList<>();
        columns.add(ColumnDescription.of(OpenSearchIndex.ID, JsonType.STRING, null, true));
        index.fields().values().stream().filter(field -> !field.part()).forEach(field -> columns.add(ColumnDescription.of(field.path(), type(field), field.type(), false)));
        ObjectNode search = OpenSearchRequest.JSON.createObjectNode().put("size", 1).put("track_total_hits", false);
        search.putArray("sort").add("_doc");
        SampledRows sample = new SampledRows(false);
        for (JsonNode hit : ask(database, OpenSearchRequest.of("POST", OpenSearchRequest.encoded(name) + "/_search", "", search)).at("/hits/hits")) {
            if (hit.path("_source") instanceof ObjectNode source) {
                OpenSearchValues.show(index, source);
                sample.add(source);
            }
        }
        return new TableDescription(TableSummary.of(name, index.several() ? "alias" : "index"), KEY, columns, null, sample.example());
    }

    private JsonNode ask(String database, OpenSearchRequest request) throws Exception {
        return databases.get(database).catalogue().ask(request);
    }

    /** Returns the type of a field's values in JSON. Any field of OpenSearch may also hold a list of them. */
    static JsonType type(OpenSearchField field) {
        return switch (field.kind()) {
            case TEXT, ID -> JsonType.STRING;
            case WHOLE -> JsonType.INTEGER;
            case SCALED, FLOATING -> JsonType.NUMBER;
            case BOOLEAN -> JsonType.BOOLEAN;
            case DATE -> JsonType.TIME;
            case OBJECT -> JsonType.OBJECT;
            case OTHER -> field.type().startsWith("disabled") ? JsonType.OBJECT : JsonType.ANY;
        };
    }
}
