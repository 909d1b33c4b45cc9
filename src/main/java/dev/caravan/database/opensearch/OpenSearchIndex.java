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
        return new OpenSearchField(path, searchable ? type : "disabled object", exact, longest, mapping.path("scaling_factor").asDouble(1),
                scope, mapping.has("format"), part);
    }

    /**
     * A field of an OpenSearch mapping.
     *
     * @param type    type in the mapping; {@code object} if the mapping has none
     * @param exact   the field with the whole text: this field, or a {@code keyword} of its {@code fields}; null if there is none
     * @param longest {@code ignore_above}: {@code exact} does not have longer text
     * @param factor  factor of a {@code scaled_float}, otherwise 1
     * @param nested  path of the {@code nested} objects that this field is or belongs to; null if there are none
     * @param custom  whether a date has its own format
     * @param part    whether the field is one of another field's {@code fields}
     */
    record OpenSearchField(String path, String type, String exact, int longest, double factor, String nested, boolean custom,
            boolean part) {

        static final int UNLIMITED = Integer.MAX_VALUE;

        private static final Map<String, Kind> KINDS = Map.ofEntries(Map.entry("keyword", Kind.TEXT),
                Map.entry("constant_keyword", Kind.TEXT), Map.entry("wildcard", Kind.TEXT),
                Map.entry("text", Kind.TEXT), Map.entry("match_only_text", Kind.TEXT), Map.entry("byte", Kind.WHOLE),
                Map.entry("short", Kind.WHOLE), Map.entry("integer", Kind.WHOLE),
                Map.entry("long", Kind.WHOLE), Map.entry("unsigned_long", Kind.WHOLE), Map.entry("scaled_float", Kind.SCALED),
                Map.entry("double", Kind.FLOATING),
                Map.entry("float", Kind.FLOATING), Map.entry("half_float", Kind.FLOATING), Map.entry("boolean", Kind.BOOLEAN),
                Map.entry("date", Kind.DATE),
                Map.entry("date_nanos", Kind.DATE), Map.entry("_id", Kind.ID), Map.entry("object", Kind.OBJECT),
                Map.entry("nested", Kind.OBJECT), Map.entry("flat_object", Kind.OBJECT));

        /** How values of a type are compared. */
        enum Kind {
            TEXT, WHOLE, SCALED, FLOATING, BOOLEAN, DATE, ID, OBJECT, OTHER
        }

        /** Returns the field for the document's id. */
        static OpenSearchField id(String name) {
            return new OpenSearchField(name, OpenSearchIndex.ID, OpenSearchIndex.ID, UNLIMITED, 1, null, false, false);
        }

        Kind kind() {
            return KINDS.getOrDefault(type, Kind.OTHER);
        }

        /** Returns whether {@link #exact} may lack some long text. */
        boolean hidesLongText() {
            return kind() == Kind.TEXT && exact != null && !exact.equals(path) && longest != UNLIMITED;
        }

        /** Returns the field to compare and sort by. */
        String compared() {
            return kind() == Kind.TEXT || kind() == Kind.ID ? exact : path;
        }

        OpenSearchField named(String other) {
            return new OpenSearchField(other, type, path.equals(exact) ? other : exact, longest, factor, nested, custom, part);
        }
    }
}
