package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.TableDescription.JsonType;
import dev.caravan.envelope.NearestNames;
import dev.caravan.json.BoundedNumbers;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An index of OpenSearch, or an alias of one index, with its mapping.
 *
 * @param fields  fields by path, such as {@code address.city}
 * @param alias   whether the name is that of an alias
 * @param partial whether {@code _source} may lack fields that a document was indexed with
 */
record OpenSearchIndex(String name, Map<String, OpenSearchField> fields, boolean alias, boolean partial) {

    static final String ID = "_id";

    /** @param index {@code {mappings, settings}} */
    static OpenSearchIndex of(String name, boolean alias, JsonNode index) {
        Map<String, OpenSearchField> fields = new LinkedHashMap<>();
        read("", index.at("/mappings/properties"), null, fields);
        return new OpenSearchIndex(name, fields, alias,
                isPartial(index.at("/mappings/_source")) || index.at("/settings/index/derived_source/enabled").asBoolean());
    }

    private static boolean isPartial(JsonNode source) {
        boolean isWhole = source.path("enabled").asBoolean(true) && source.path("mode").asText("stored").equals("stored");
        return !isWhole || Stream.of("includes", "excludes").map(source::path)
                .anyMatch(patterns -> !patterns.isMissingNode() && !(patterns.isArray() && patterns.isEmpty()));
    }

    private static void read(String prefix, JsonNode properties, String nested, Map<String, OpenSearchField> fields) {
        properties.properties().forEach(property -> {
            String path = prefix + property.getKey();
            JsonNode mapping = property.getValue();
            OpenSearchField field = OpenSearchField.of(path, mapping, nested, false);
            fields.put(path, field);
            mapping.path("fields").properties().forEach(part -> fields.put(path + "." + part.getKey(),
                    OpenSearchField.of(path + "." + part.getKey(), part.getValue(), nested, true)));
            read(path + ".", mapping.path("properties"), field.nested(), fields);
        });
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
            return Optional.of(OpenSearchField.OF_ID);
        }
        return Optional.ofNullable(fields.get(path));
    }

    DatabaseFailure noColumn(String path) {
        return DatabaseFailure.query("database.noColumn", name, path, NearestNames.of(path, Stream.concat(Stream.of(ID),
                fields.entrySet().stream().filter(field -> !field.getValue().part()).map(Map.Entry::getKey)).toList()));
    }

    /**
     * Returns the document to store: the values as they were given.
     *
     * @throws DatabaseFailure query_error if the index would have another value than the given one. OpenSearch itself refuses most such
     * values.
     */
    ObjectNode stored(Map<?, ?> document) throws DatabaseFailure {
        ObjectNode stored = ((ObjectNode) DatabaseValues.JSON.<JsonNode>valueToTree(document)).without(ID);
        check("", stored);
        return stored;
    }

    private void check(String path, JsonNode value) throws DatabaseFailure {
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            check(path.isEmpty() ? member.getKey() : path + "." + member.getKey(), member.getValue());
        }
        for (JsonNode item : value.isArray() ? value : List.<JsonNode>of()) {
            check(path, item);
        }
        if (value.isValueNode() && !value.isNull() && fields.containsKey(path)) {
            fields.get(path).check(value.isFloatingPointNumber() ? value.decimalValue() : value.asText());
        }
    }

    /**
     * A field of an OpenSearch mapping.
     *
     * @param type    type in the mapping; {@code object} if the mapping has none
     * @param exact   the field to compare and sort by: this field, or a {@code keyword} of its {@code fields}; null if the index has no
     * values that are as they were given
     * @param longest {@code ignore_above}: {@code exact} does not have longer text
     * @param nested  path of the {@code nested} objects that this field is or belongs to; null if there are none
     * @param format  the own format of a date; null for the default
     * @param part    whether the field is one of another field's {@code fields}
     * @param hidden  whether the index can't tell which documents have a value
     */
    record OpenSearchField(String path, String type, String exact, int longest, String nested, String format, boolean part,
            boolean hidden) {

        static final int UNLIMITED = Integer.MAX_VALUE;

        static final OpenSearchField OF_ID = new OpenSearchField(ID, ID, ID, UNLIMITED, null, null, false, false);

        private static final int LONGEST_NUMBER = 1_000;

        /** How values of a type are compared, and their type in JSON. Any field of OpenSearch may also hold a list of them. */
        enum Kind {
            TEXT(JsonType.STRING), WHOLE(JsonType.INTEGER), FLOATING(JsonType.NUMBER), BOOLEAN(JsonType.BOOLEAN), DATE(JsonType.TIME),
            ADDRESS(JsonType.STRING), ID(JsonType.STRING), OBJECT(JsonType.OBJECT), OTHER(JsonType.ANY);

            final JsonType json;

            Kind(JsonType json) {
                this.json = json;
            }

            private static Kind of(String type) {
                return switch (type) {
                    case "keyword", "constant_keyword", "wildcard", "text", "match_only_text" -> TEXT;
                    case "byte", "short", "integer", "long", "unsigned_long" -> WHOLE;
                    case "half_float", "float", "double", "scaled_float" -> FLOATING;
                    case "boolean" -> BOOLEAN;
                    case "date", "date_nanos" -> DATE;
                    case "ip" -> ADDRESS;
                    case OpenSearchIndex.ID -> ID;
                    case "object", "nested", "flat_object", "disabled object" -> OBJECT;
                    default -> OTHER;
                };
            }
        }

        private static OpenSearchField of(String path, JsonNode mapping, String nested, boolean part) {
            String type = mapping.path("enabled").asBoolean(true) ? mapping.path("type").asText("object") : "disabled object";
            boolean isText = type.endsWith("text");
            boolean isKept = mapping.path("index").asBoolean(!type.equals("binary"))
                    || mapping.path("doc_values").asBoolean(!isText && !type.equals("binary"));
            boolean hidden = !isKept || mapping.has("null_value") || List.of("disabled object", "constant_keyword").contains(type);
            boolean isExact = !hidden && !isText && !mapping.has("normalizer") && Kind.of(type).compareTo(Kind.OBJECT) < 0;
            OpenSearchField field = new OpenSearchField(path, type, isExact ? path : null, mapping.path("ignore_above").asInt(UNLIMITED),
                    type.equals("nested") ? path : nested, mapping.path("format").asText(null), part, hidden);
            for (Map.Entry<String, JsonNode> each : mapping.path("fields").properties()) {
                OpenSearchField whole = of(path + "." + each.getKey(), each.getValue(), nested, true);
                if (isText && whole.type.equals("keyword") && whole.exact != null) {
                    return new OpenSearchField(path, type, whole.exact, whole.longest, nested, null, part, hidden);
                }
            }
            return field;
        }

        Kind kind() {
            return Kind.of(type);
        }

        /** OpenSearch would index a whole number without its fraction, and leave out long text. */
        private void check(Object value) throws DatabaseFailure {
            if (kind() == Kind.WHOLE && decimal(value).stripTrailingZeros().scale() > 0) {
                throw unfit(value);
            } else if (kind() == Kind.TEXT) {
                text(value);
            }
        }

        /**
         * Returns the text of a scalar, as OpenSearch writes and reads it.
         *
         * @throws DatabaseFailure query_error for text that the index does not have, and for a number with a fraction in place of text,
         * because OpenSearch keeps its zeros
         */
        String text(Object value) throws DatabaseFailure {
            if (!Filters.isScalar(value) || kind() == Kind.TEXT && value instanceof BigDecimal) {
                throw unfit(value);
            }
            String text = value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
            if (path.equals(exact) && text.length() > longest) {
                throw DatabaseFailure.query("database.search.tooLong", path, longest);
            }
            return text;
        }

        /** Returns the number. Text may stand for a number. */
        BigDecimal decimal(Object value) throws DatabaseFailure {
            try {
                boolean isShort = Filters.isScalar(value) && value.toString().length() <= LONGEST_NUMBER;
                if (isShort && BoundedNumbers.isBounded(DatabaseValues.decimal(value))) {
                    return DatabaseValues.decimal(value);
                }
            } catch (NumberFormatException e) {
                // no number
            }
            throw unfit(value);
        }

        DatabaseFailure unfit(Object value) {
            return DatabaseFailure.unfit(path, type, Filters.isScalar(value) ? value.toString() : DatabaseValues.json(value));
        }
    }
}
