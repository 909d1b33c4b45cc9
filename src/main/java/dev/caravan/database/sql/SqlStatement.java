package dev.caravan.database.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.camel.Exchange;

/** SQL, or a part of it, with a {@code ?} for each value. Names in it come from the catalogue, values are never in it. */
record SqlStatement(String text, List<Object> values) {

    static final SqlStatement NOTHING = new SqlStatement("", List.of());

    /** A value, which may be null. */
    static SqlStatement value(Object value) {
        return of("?", value);
    }

    static SqlStatement of(String text, Object... values) {
        return new SqlStatement(text, Arrays.asList(values));
    }

    /** The same between two texts without values. */
    SqlStatement between(String before, String after) {
        return new SqlStatement(before + text + after, values);
    }

    /** Leaves it to camel-sql as body; nothing is in the headers. */
    void prepare(Exchange exchange) {
        exchange.getMessage().removeHeaders("*");
        exchange.setProperty(SqlParameters.PROPERTY, values);
        exchange.getMessage().setBody(text);
    }

    /** Puts texts and parts together, values in the order of their places. */
    static final class Writer {

        private final StringBuilder text = new StringBuilder(200);
        private final List<Object> values = new ArrayList<>();

        Writer add(String sql) {
            text.append(sql);
            return this;
        }

        Writer add(SqlStatement part) {
            text.append(part.text);
            values.addAll(part.values);
            return this;
        }

        Writer value(Object value) {
            text.append('?');
            values.add(value);
            return this;
        }

        SqlStatement statement() {
            return new SqlStatement(text.toString(), values);
        }
    }
}
