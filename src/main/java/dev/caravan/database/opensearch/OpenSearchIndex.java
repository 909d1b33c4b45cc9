package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.TableDescription.JsonType;
import dev.caravan.envelope.NearestNames;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
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
        return !isWhole || Stream.of("includes", "excludes").map(source::path)
                .anyMatch(patterns -> !patterns.isMissingNode() && !(patterns.isArray() && patterns.isEmpty()));
    }

    private static void read(String prefix, JsonNode properties, String nested, Map<String, OpenSearchField> fields) {
        properties.properties().forEach(property -> {
            String path = prefix + property.getKey();
            OpenSearchField field = OpenSearchField.of(path, property.getValue(), nested, false);
            if (!field.type().equals("alias")) {
                fields.putIfAbsent(path, field);
            }
            property.getValue().path("fields").properties().forEach(part -> fields.putIfAbsent(path + "." + part.getKey(),
                    OpenSearchField.of(path + "." + part.getKey(), part.getValue(), nested, true)));
            read(path + ".", property.getValue().path("properties"), field.nested(), fields);
        });
        properties.properties().forEach(property -> {
            OpenSearchField target = fields.get(property.getValue().path("path").asText());
            if (target != null && property.getValue().path("type").asText().equals("alias")) {
                fields.putIfAbsent(prefix + property.getKey(), target);
            }
        });
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

    /** Returns the path of a request about the index. */
    String path(String api) {
        return encoded(name) + "/" + api;
    }

    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    /** Returns the field. {@code id} is the document's id if no field has that name. */
    Optional<OpenSearchField> field(String path) {
        if (path.equals(ID) || path.equals("id") && !fields.containsKey(path)) {
            return Optional.of(new OpenSearchField(ID, ID, ID, OpenSearchField.UNLIMITED, null, null, false));
        }
        return Optional.ofNullable(fields.get(path));
    }

    DatabaseFailure noColumn(String path) {
        return DatabaseFailure.query("database.noColumn", name, path, NearestNames.of(path, Stream.concat(Stream.of(ID),
                fields.entrySet().stream().filter(field -> !field.getValue().part()).map(Map.Entry::getKey)).toList()));
    }

    /**
     * A field of an OpenSearch mapping.
     *
     * @param type    type in the mapping; {@code object} if the mapping has none
     * @param exact   the field with the whole text: this field, or a {@code keyword} of its {@code fields}; null if there is none
     * @param longest {@code ignore_above}: {@code exact} does not have longer text
     * @param nested  path of the {@code nested} objects that this field is or belongs to; null if there are none
     * @param format  the own format of a date; null for the default
     * @param part    whether the field is one of another field's {@code fields}
     */
    record OpenSearchField(String path, String type, String exact, int longest, String nested, String format, boolean part) {

        static final int UNLIMITED = Integer.MAX_VALUE;

        /** How values of a type are compared, and their type in JSON. Any field of OpenSearch may also hold a list of them. */
        enum Kind {
            TEXT(JsonType.STRING), WHOLE(JsonType.INTEGER), FLOATING(JsonType.NUMBER), BOOLEAN(JsonType.BOOLEAN), DATE(JsonType.TIME),
            ID(JsonType.STRING), OBJECT(JsonType.OBJECT), OTHER(JsonType.ANY);

            final JsonType json;

            Kind(JsonType json) {
                this.json = json;
            }
        }

        private static OpenSearchField of(String path, JsonNode mapping, String nested, boolean part) {
            String type = mapping.path("enabled").asBoolean(true) ? mapping.path("type").asText("object") : "disabled object";
            String exact = null;
            JsonNode compared = mapping;
            if (!type.endsWith("text")) {
                exact = mapping.has("normalizer") ? null : path;
            } else {
                for (Map.Entry<String, JsonNode> candidate : mapping.path("fields").properties()) {
                    if (candidate.getValue().path("type").asText().equals("keyword") && !candidate.getValue().has("normalizer")) {
                        exact = path + "." + candidate.getKey();
                        compared = candidate.getValue();
                    }
                }
            }
            return new OpenSearchField(path, type, exact, compared.path("ignore_above").asInt(UNLIMITED),
                    type.equals("nested") ? path : nested, mapping.path("format").asText(null), part);
        }

        Kind kind() {
            return switch (type) {
                case "keyword", "constant_keyword", "wildcard", "text", "match_only_text" -> Kind.TEXT;
                case "byte", "short", "integer", "long", "unsigned_long" -> Kind.WHOLE;
                case "half_float", "float", "double", "scaled_float" -> Kind.FLOATING;
                case "boolean" -> Kind.BOOLEAN;
                case "date", "date_nanos" -> Kind.DATE;
                case OpenSearchIndex.ID -> Kind.ID;
                case "object", "nested", "flat_object", "disabled object" -> Kind.OBJECT;
                default -> Kind.OTHER;
            };
        }

        /** Returns whether {@link #exact} may lack some long text. */
        boolean hidesLongText() {
            return kind() == Kind.TEXT && exact != null && !exact.equals(path) && longest != UNLIMITED;
        }

        /** Returns the field to compare and sort by. */
        String compared() {
            return kind() == Kind.TEXT ? exact : path;
        }
    }
}
