package dev.caravan.database;

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
