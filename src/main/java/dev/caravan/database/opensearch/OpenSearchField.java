package dev.caravan.database.opensearch;

import java.util.Map;

/**
 * A field of an OpenSearch mapping.
 *
 * @param type   of the mapping; {@code object} where it has none
 * @param exact  the field that has its text as a whole, itself or a {@code keyword} of its {@code fields}; null if there is none
 * @param longest {@code ignore_above}: text longer than this is not in {@code exact}
 * @param factor of a {@code scaled_float}, else 1
 * @param nested the path of the {@code nested} objects it is or is in; null if in none
 * @param custom whether a date has a format of its own
 * @param part   one of the {@code fields} of another
 */
record OpenSearchField(String path, String type, String exact, int longest, double factor, String nested, boolean custom, boolean part) {

    static final int UNLIMITED = Integer.MAX_VALUE;

    private static final Map<String, Kind> KINDS = Map.ofEntries(Map.entry("keyword", Kind.TEXT), Map.entry("constant_keyword", Kind.TEXT), Map.entry("wildcard", Kind.TEXT),
            Map.entry("text", Kind.TEXT), Map.entry("match_only_text", Kind.TEXT), Map.entry("byte", Kind.WHOLE), Map.entry("short", Kind.WHOLE), Map.entry("integer", Kind.WHOLE),
            Map.entry("long", Kind.WHOLE), Map.entry("unsigned_long", Kind.WHOLE), Map.entry("scaled_float", Kind.SCALED), Map.entry("double", Kind.FLOATING),
            Map.entry("float", Kind.FLOATING), Map.entry("half_float", Kind.FLOATING), Map.entry("boolean", Kind.BOOLEAN), Map.entry("date", Kind.DATE),
            Map.entry("date_nanos", Kind.DATE), Map.entry("_id", Kind.ID), Map.entry("object", Kind.OBJECT), Map.entry("nested", Kind.OBJECT), Map.entry("flat_object", Kind.OBJECT));

    /** What a type means for comparing. */
    enum Kind {
        TEXT, WHOLE, SCALED, FLOATING, BOOLEAN, DATE, ID, OBJECT, OTHER
    }

    /** The document's id. */
    static OpenSearchField id(String name) {
        return new OpenSearchField(name, OpenSearchIndex.ID, OpenSearchIndex.ID, UNLIMITED, 1, null, false, false);
    }

    Kind kind() {
        return KINDS.getOrDefault(type, Kind.OTHER);
    }

    /** Whether there may be text that {@link #exact} does not have. */
    boolean hidesLongText() {
        return kind() == Kind.TEXT && exact != null && !exact.equals(path) && longest != UNLIMITED;
    }

    /** What to compare and sort by. */
    String compared() {
        return kind() == Kind.TEXT || kind() == Kind.ID ? exact : path;
    }

    OpenSearchField named(String other) {
        return new OpenSearchField(other, type, path.equals(exact) ? other : exact, longest, factor, nested, custom, part);
    }
}
