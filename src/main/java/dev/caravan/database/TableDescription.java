package dev.caravan.database;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseValues.CallerTimes;
import dev.caravan.database.TableDescription.ColumnDescription;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A table with its columns.
 *
 * @param key     columns of the primary key; empty for none
 * @param columns those that some rows have, for databases without a catalogue of columns
 */
public record TableDescription(TableSummary table, List<String> key, List<ColumnDescription> columns) {

    static final int LONGEST_COMMENT = 300;
    private static final int MOST_FOUND = 1_000;

    /** Returns the column with just this name. */
    public Optional<ColumnDescription> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    /**
     * What a list of tables says of one table.
     *
     * @param kind    {@code table}, {@code view}, {@code collection}, {@code index} or {@code prefix}
     * @param comment null for no comment
     */
    public record TableSummary(String name, String kind, String comment) {
    }

    /**
     * What a description says of one column.
     *
     * @param type       type in JSON, with its format
     * @param stored     the database's own name of the type; null if there is none
     * @param nullable   whether the value may be null or missing
     * @param key        whether the column belongs to the primary key
     * @param generated  whether the database makes the value if an insert leaves it out
     * @param byDefault  the default as the database writes it; null for none
     * @param references {@code table.column} of the row that the value names; null for none
     * @param values     the only values of an enumerated type; empty for any
     * @param comment    null for no comment
     */
    public record ColumnDescription(String name, JsonType type, String stored, boolean nullable, boolean key,
            boolean generated, String byDefault, String references, List<String> values, String comment) {

        private static final int MOST_VALUES = 1_000;
        private static final int LONGEST_DEFAULT = 200;

        /** Describes a column of which only the type is known. */
        public static ColumnDescription of(String name, JsonType type, String stored, boolean key) {
            return new ColumnDescription(name, type, stored, !key, key, false, null, null, List.of(), null);
        }

        /** Returns the description for callers. It leaves out what is null or false, except {@code nullable}, and shortens long texts. */
        Map<String, Object> view() {
            return DatabaseValues.present("name", name, "type", type.type(), "format", type.format(),
                    "db_type", stored, "nullable", nullable, "key", key ? true : null, "generated", generated ? true : null,
                    "default", DatabaseValues.cut(byDefault, LONGEST_DEFAULT), "references", references,
                    "enum", values.isEmpty() ? null : values.stream().limit(MOST_VALUES).toList(),
                    "comment", DatabaseValues.cut(comment, LONGEST_COMMENT));
        }
    }

    /** Describes the columns of a table without a catalogue by some of its rows, as the tools show them. */
    public static List<ColumnDescription> found(List<String> key, List<? extends JsonNode> rows) {
        Map<String, Set<JsonType>> all = new LinkedHashMap<>();
        key.forEach(name -> all.put(name, new HashSet<>()));
        rows.forEach(row -> row.properties().forEach(member -> {
            Set<JsonType> types = all.computeIfAbsent(member.getKey(), name -> new HashSet<>());
            if (!member.getValue().isNull()) {
                types.add(JsonType.of(member.getValue()));
            }
        }));
        return all.entrySet().stream().limit(MOST_FOUND)
                .map(column -> ColumnDescription.of(column.getKey(), common(column.getValue()), null, key.contains(column.getKey())))
                .toList();
    }

    private static JsonType common(Set<JsonType> types) {
        return types.size() == 1 ? types.iterator().next()
                : !types.isEmpty() && types.stream().allMatch(JsonType::isNumber) ? JsonType.NUMBER : JsonType.ANY;
    }

    /**
     * The type of a column's values in JSON.
     *
     * @param type   {@code integer}, {@code number}, {@code string}, {@code boolean}, {@code object}, {@code array} or {@code any}
     * @param format {@code date-time}, {@code date} or {@code base64}; null for no format
     */
    public record JsonType(String type, String format) {

        private static final int LONGEST_TIME = 40;

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

        /** Returns the type of a value that is not null. */
        static JsonType of(JsonNode value) {
            String text = value.textValue();
            return text != null ? text.length() <= LONGEST_TIME && CallerTimes.isInstant(text) ? TIME : STRING
                    : value.isBoolean() ? BOOLEAN : value.isIntegralNumber() ? INTEGER : value.isNumber() ? NUMBER
                    : value.isArray() ? ARRAY : OBJECT;
        }

        /** Returns whether sums and averages of such values exist. */
        public boolean isNumber() {
            return this == INTEGER || this == NUMBER;
        }

        /** Returns whether such values have an order that all databases share. */
        public boolean isOrdered() {
            return isNumber() || this == STRING || this == TIME || this == DATE;
        }
    }
}
