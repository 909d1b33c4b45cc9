package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseFailure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An index of OpenSearch, or an alias of several indexes, with its mapping.
 *
 * @param fields  fields by path, such as {@code address.city}
 * @param strict  whether documents cannot have other fields
 * @param window  {@code index.max_result_window}: offset and limit together cannot exceed it
 * @param several whether the alias has several indexes, so that only some may have a field
 * @param partial whether {@code _source} may lack fields that a document was indexed with
 */
record OpenSearchIndex(String name, Map<String, OpenSearchField> fields, boolean strict, int window, boolean several, boolean partial) {

    static final String ID = "_id";

    private static final int WINDOW = 10_000;

    /** @param indexes {@code {index: {mappings, settings}}}, the answer to GET of the name */
    static OpenSearchIndex of(String name, JsonNode indexes) {
        Map<String, OpenSearchField> fields = new LinkedHashMap<>();
        boolean strict = false;
        boolean partial = false;
        int window = Integer.MAX_VALUE;
        for (JsonNode index : indexes) {
            partial |= isPartial(index.at("/mappings/_source")) || index.at("/settings/index/derived_source/enabled").asBoolean();
            read("", index.at("/mappings/properties"), null, fields);
            strict |= index.at("/mappings/dynamic").asText().startsWith("strict");
            window = Math.min(window, index.at("/settings/index/max_result_window").asInt(WINDOW));
        }
        return new OpenSearchIndex(name, fields, strict, window, indexes.size() > 1, partial);
    }

    private static boolean isPartial(JsonNode source) {
        boolean isWhole = source.path("enabled").asBoolean(true) && source.path("mode").asText("stored").equals("stored");
        return !isWhole || isList(source.path("includes")) || isList(source.path("excludes"));
    }

    private static boolean isList(JsonNode patterns) {
        return !patterns.isMissingNode() && !(patterns.isArray() && patterns.isEmpty());
    }

    /**
     * Checks that documents can be read, changed and written again.
     *
     * @throws DatabaseFailure query_error if that would erase fields
     */
    void checkWhole() throws DatabaseFailure {
        if (partial) {
            throw DatabaseFailure.query("database.search.partialSource", name);
        }
    }

    /** Returns the field. {@code id} is the document's id if no field has that name. */
    Optional<OpenSearchField> field(String path) {
        if (path.equals(ID) || path.equals("id") && !fields.containsKey(path)) {
            return Optional.of(OpenSearchField.id(path));
        }
        return Optional.ofNullable(fields.get(path));
    }

    /** Returns the names of the fields, for messages. */
    List<String> columnNames() {
        return Stream.concat(Stream.of(ID), fields.values().stream().filter(field -> !field.part()).map(OpenSearchField::path)).toList();
    }

    private static void read(String prefix, JsonNode properties, String nested, Map<String, OpenSearchField> fields) {
        properties.properties().forEach(property -> {
            String path = prefix + property.getKey();
            JsonNode mapping = property.getValue();
            OpenSearchField field = field(path, mapping, nested, false);
            if (!field.type().equals("alias")) {
                fields.putIfAbsent(path, field);
            }
            mapping.path("fields").properties().forEach(part ->
                    fields.putIfAbsent(path + "." + part.getKey(), field(path + "." + part.getKey(), part.getValue(), nested, true)));
            read(path + ".", mapping.path("properties"), field.nested(), fields);
        });
        properties.properties().forEach(property -> {
            OpenSearchField target = fields.get(property.getValue().path("path").asText());
            if (target != null && property.getValue().path("type").asText().equals("alias")) {
                fields.putIfAbsent(prefix + property.getKey(), target.named(prefix + property.getKey()));
            }
        });
    }

    private static OpenSearchField field(String path, JsonNode mapping, String nested, boolean part) {
        String type = mapping.path("type").asText("object");
        boolean searchable = mapping.path("enabled").asBoolean(true);
        String scope = type.equals("nested") ? path : nested;
        String exact = null;
        int longest = OpenSearchField.UNLIMITED;
        if (type.endsWith("text")) {
            for (Map.Entry<String, JsonNode> candidate : mapping.path("fields").properties()) {
                if (candidate.getValue().path("type").asText().equals("keyword") && !candidate.getValue().has("normalizer")) {
                    exact = path + "." + candidate.getKey();
                    longest = candidate.getValue().path("ignore_above").asInt(OpenSearchField.UNLIMITED);
                }
            }
        } else if (!mapping.has("normalizer")) {
            exact = path;
            longest = mapping.path("ignore_above").asInt(OpenSearchField.UNLIMITED);
        }
        return new OpenSearchField(path, searchable ? type : "disabled object", exact, longest, mapping.path("scaling_factor").asDouble(1), scope, mapping.has("format"), part);
    }
}
