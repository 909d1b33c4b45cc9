package dev.caravan.database;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;

/** Reads and writes values in PostgreSQL's text format. */
public final class PostgresText {

    private PostgresText() {
    }

    /** Returns the time in UTC. {@code infinity} stays as it is. */
    public static String instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant().toString();
        } catch (DateTimeException e) {
            return text;
        }
    }

    /** Returns {@code {"a","b",NULL}}. A nested list becomes a nested array. */
    public static String array(List<?> list, Function<Object, String> json) {
        StringBuilder literal = new StringBuilder("{");
        for (Object item : list) {
            if (literal.length() > 1) {
                literal.append(',');
            }
            if (item == null) {
                literal.append("NULL");
            } else if (item instanceof List<?> inner) {
                literal.append(array(inner, json));
            } else {
                String text = item instanceof String plain ? plain : json.apply(item);
                literal.append('"').append(text.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
            }
        }
        return literal.append('}').toString();
    }
}
