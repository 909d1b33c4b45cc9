package dev.caravan.database.opensearch;

import java.util.Map;

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
record OpenSearchField(String path, String type, String exact, int longest, double factor, String nested, boolean custom, boolean part) {

    static final int UNLIMITED = Integer.MAX_VALUE;

    private static final Map<String, Kind> KINDS = Map.ofEntries(Map.entry("keyword", Kind.TEXT), Map.entry("constant_keyword", Kind.TEXT), Map.entry("wildcard", Kind.TEXT),
            Map.entry("text", Kind.TEXT), Map.entry("match_only_text", Kind.TEXT), Map.entry("byte", Kind.WHOLE), Map.entry("short", Kind.WHOLE), Map.entry("integer", Kind.WHOLE),
            Map.entry("long", Kind.WHOLE), Map.entry("unsigned_long", Kind.WHOLE), Map.entry("scaled_float", Kind.SCALED), Map.entry("double", Kind.FLOATING),
            Map.entry("float", Kind.FLOATING), Map.entry("half_float", Kind.FLOATING), Map.entry("boolean", Kind.BOOLEAN), Map.entry("date", Kind.DATE),
            Map.entry("date_nanos", Kind.DATE), Map.entry("_id", Kind.ID), Map.entry("object", Kind.OBJECT), Map.entry("nested", Kind.OBJECT), Map.entry("flat_object", Kind.OBJECT));

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
