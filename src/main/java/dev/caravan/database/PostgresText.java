package dev.caravan.database;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;

/** Values as PostgreSQL writes and reads them as text. */
public final class PostgresText {

    private PostgresText() {
    }

    /** In UTC; {@code infinity} stays. */
    public static String instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant().toString();
        } catch (DateTimeException e) {
            return text;
        }
    }

    /** {@code {"a","b",NULL}}, nested as the list is. */
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
