package dev.caravan.database;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
public record ColumnDescription(String name, List<String> types, String format, String stored, boolean nullable, boolean key, boolean generated, String byDefault,
        String references, List<String> values, String comment) {

    /** Describes a column of which only the type is known. */
    public static ColumnDescription of(String name, JsonType type, String stored, boolean key) {
        return new ColumnDescription(name, List.of(type.type()), type.format(), stored, !key, key, false, null, null, List.of(), null);
    }

    /** Returns the description for callers. It leaves out what is null or false, except {@code nullable}. */
    Map<String, Object> view() {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("name", name);
        view.put("type", types.size() == 1 ? types.get(0) : types);
        put(view, "format", format);
        put(view, "db_type", stored);
        view.put("nullable", nullable);
        put(view, "key", key ? true : null);
        put(view, "generated", generated ? true : null);
        put(view, "default", byDefault);
        put(view, "references", references);
        put(view, "enum", values.isEmpty() ? null : values);
        put(view, "comment", comment);
        return view;
    }

    private static void put(Map<String, Object> view, String name, Object value) {
        if (value != null) {
            view.put(name, value);
        }
    }
}
