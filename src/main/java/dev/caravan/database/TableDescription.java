package dev.caravan.database;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.database.DatabaseValues.CallerTimes;
import dev.caravan.database.TableDescription.ColumnDescription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A table with its columns.
 *
 * @param key     columns of the primary key; empty for none
 * @param sampled how many rows were read to find the columns; null if the catalogue has the columns
 * @param example the shape of one row: its members with the types of their values; null if the columns say everything
 */
public record TableDescription(TableSummary table, List<String> key, List<ColumnDescription> columns, Integer sampled, JsonNode example) {

    static final int LONGEST_COMMENT = 300;

    /** Returns the column with just this name. */
    public Optional<ColumnDescription> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    /**
     * What a list of tables says of one table.
     *
     * @param kind    {@code table}, {@code view}, {@code collection}, {@code index}, {@code alias} or {@code prefix}
     * @param comment null for no comment
     * @param rows    estimated number of rows; null if unknown
     * @param can     verbs of the tools that the database allows on this table; null for all
     */
    public record TableSummary(String name, String kind, String comment, Long rows, List<String> can) {

        public static TableSummary of(String name, String kind) {
            return new TableSummary(name, kind, null, null, null);
        }

        TableSummary withRows(Long estimate) {
            return estimate == null ? this : new TableSummary(name, kind, comment, estimate, can);
        }
    }

    /**
     * What a description says of one column.
     *
     * @param types      types in JSON; several for a field whose values differ
     * @param format     format of text; null for none
     * @param stored     the database's own name of the type; null if there is none
     * @param nullable   whether the value may be null or missing
     * @param key        whether the column belongs to the primary key
     * @param generated  whether the database makes the value if an insert leaves it out
     * @param byDefault  the default as the database writes it; null for none
     * @param references {@code table.column} of the row that the value names; null for none
     * @param values     the only values of an enumerated type; empty for any
     * @param comment    null for no comment
     */
    public record ColumnDescription(String name, List<String> types, String format, String stored, boolean nullable, boolean key,
            boolean generated, String byDefault, String references, List<String> values, String comment) {

        private static final int MOST_VALUES = 1_000;
        private static final int LONGEST_DEFAULT = 200;

        /** Describes a column of which only the type is known. */
        public static ColumnDescription of(String name, JsonType type, String stored, boolean key) {
            return new ColumnDescription(name, List.of(type.type()), type.format(), stored, !key, key, false, null, null, List.of(), null);
        }

        /** Returns the description for callers. It leaves out what is null or false, except {@code nullable}, and shortens long texts. */
        Map<String, Object> view() {
            return DatabaseValues.present("name", name, "type", types.size() == 1 ? types.get(0) : types, "format", format,
                    "db_type", stored, "nullable", nullable, "key", key ? true : null, "generated", generated ? true : null,
                    "default", DatabaseValues.cut(byDefault, LONGEST_DEFAULT), "references", references,
                    "enum", values.isEmpty() ? null : values.stream().limit(MOST_VALUES).toList(),
                    "comment", DatabaseValues.cut(comment, LONGEST_COMMENT));
        }
    }

    /**
     * The type of a column's values in JSON.
     *
     * @param type   {@code integer}, {@code number}, {@code string}, {@code boolean}, {@code object}, {@code array} or {@code any}
     * @param format {@code date-time}, {@code date} or {@code base64}; null for no format
     */
    public record JsonType(String type, String format) {

        public static final JsonType INTEGER = new JsonType("integer", null);
        public static final JsonType NUMBER = new JsonType("number", null);
        public static final JsonType STRING = new JsonType("string", null);
        public static final JsonType BOOLEAN = new JsonType("boolean", null);
        public static final JsonType OBJECT = new JsonType("object", null);
        public static final JsonType ARRAY = new JsonType("array", null);
        public static final JsonType ANY = new JsonType("any", null);
        public static final JsonType TIME = new JsonType("string", "date-time");
        public static final JsonType DATE = new JsonType("string", "date");
        public static final JsonType BYTES = new JsonType("string", "base64");

        /** Returns whether sums and averages of such values exist. */
        public boolean isNumber() {
            return this == INTEGER || this == NUMBER;
        }

        /** Returns whether such values have an order that all databases share. */
        public boolean isOrdered() {
            return isNumber() || this == STRING || this == TIME || this == DATE;
        }
    }

    /**
     * Finds the columns of a table without a schema from some of its rows. Rows may all differ: beyond 1,000 columns further ones are left
     * out.
     */
    public static final class SampledRows {

        /** How many rows to read. */
        public static final int MOST = 100;

        private static final int MOST_COLUMNS = 1_000;
        private static final int MOST_MEMBERS = 50;
        private static final int DEEPEST = 5;
        private static final int LONGEST_TIME = 40;

        private final boolean paths;
        /** The type of each value that is not null, by the column. */
        private final Map<String, List<JsonType>> columns = new LinkedHashMap<>();
        private int rows;
        private JsonNode example;

        /** @param paths whether members of objects are columns too, such as {@code address.city} */
        public SampledRows(boolean paths) {
            this.paths = paths;
        }

        public void add(ObjectNode row) {
            rows++;
            example = example == null ? shape(row, 0) : example;
            see("", row, 1);
        }

        private void see(String prefix, ObjectNode object, int depth) {
            object.properties().forEach(member -> {
                String path = prefix + member.getKey();
                List<JsonType> types = columns.size() < MOST_COLUMNS ? columns.computeIfAbsent(path, name -> new ArrayList<>())
                        : columns.get(path);
                if (types != null && !member.getValue().isNull()) {
                    types.add(type(member.getValue()));
                }
                if (paths && depth < DEEPEST && member.getValue() instanceof ObjectNode inner) {
                    see(path + ".", inner, depth + 1);
                }
            });
        }

        public int rows() {
            return rows;
        }

        /** Returns the members of the first row with the types of their values. */
        public JsonNode example() {
            return example;
        }

        /** @param key the columns that identify a row; they come first */
        public List<ColumnDescription> columns(List<String> key) {
            Map<String, List<JsonType>> all = new LinkedHashMap<>();
            key.forEach(name -> all.put(name, columns.getOrDefault(name, List.of())));
            columns.forEach(all::putIfAbsent);
            return all.entrySet().stream().map(column -> column(column.getKey(), column.getValue(), key.contains(column.getKey())))
                    .toList();
        }

        private ColumnDescription column(String name, List<JsonType> seen, boolean key) {
            Set<String> types = seen.stream().map(JsonType::type).collect(Collectors.toCollection(LinkedHashSet::new));
            if (types.contains("number")) {
                types.remove("integer");
            }
            String format = seen.stream().distinct().count() == 1 ? seen.get(0).format() : null;
            return new ColumnDescription(name, types.isEmpty() ? List.of(key ? "string" : "any") : List.copyOf(types), format, null,
                    !key && seen.size() < rows, key, false, null, null, List.of(), null);
        }

        private static JsonType type(JsonNode value) {
            if (value.isTextual()) {
                return value.textValue().length() <= LONGEST_TIME && CallerTimes.isInstant(value.textValue()) ? JsonType.TIME
                        : JsonType.STRING;
            }
            return value.isBoolean() ? JsonType.BOOLEAN : value.isIntegralNumber() ? JsonType.INTEGER : value.isNumber() ? JsonType.NUMBER
                    : value.isArray() ? JsonType.ARRAY : JsonType.OBJECT;
        }

        private static JsonNode shape(JsonNode value, int depth) {
            if (value instanceof ObjectNode object && depth < DEEPEST) {
                ObjectNode shape = JsonNodeFactory.instance.objectNode();
                object.properties().stream().limit(MOST_MEMBERS)
                        .forEach(member -> shape.set(member.getKey(), shape(member.getValue(), depth + 1)));
                return shape;
            }
            if (value instanceof ArrayNode list && depth < DEEPEST) {
                ArrayNode shape = JsonNodeFactory.instance.arrayNode();
                return list.isEmpty() ? shape : shape.add(shape(list.get(0), depth + 1));
            }
            if (value.isNull()) {
                return TextNode.valueOf("null");
            }
            JsonType type = type(value);
            return TextNode.valueOf(type.format() == null ? type.type() : type.format());
        }
    }
}
