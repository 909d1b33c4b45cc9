package dev.caravan.database.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.component.sql.SqlPrepareStatementStrategy;
import org.springframework.jdbc.core.SqlTypeValue;
import org.springframework.jdbc.core.StatementCreatorUtils;
import org.springframework.stereotype.Component;

/**
 * SQL, or a part of it, with a {@code ?} for each value. Names in the text come from the catalogue. Values are never in the text. camel-sql
 * runs the statement as a message body.
 */
record SqlStatement(String text, List<Object> values) {

    static final SqlStatement NOTHING = new SqlStatement("", List.of());

    /** Returns a placeholder for a value, which may be null. */
    static SqlStatement value(Object value) {
        return of("?", value);
    }

    static SqlStatement of(String text, Object... values) {
        return new SqlStatement(text, Arrays.asList(values));
    }

    /** Puts the statement between two texts without values. */
    SqlStatement between(String before, String after) {
        return new SqlStatement(before + text + after, values);
    }

    /** Puts the statement between two texts; the first has these values. */
    SqlStatement between(String before, String after, List<Object> valuesBefore) {
        return new SqlStatement(before + text + after, Stream.concat(valuesBefore.stream(), values.stream()).toList());
    }

    /** Removes all headers, so that no header changes what camel-sql does. Returns the statement. */
    SqlStatement alone(Exchange exchange) {
        exchange.getMessage().removeHeaders("*");
        return this;
    }

    /** Concatenates texts and parts. Values keep the order of their placeholders. */
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

    /**
     * Sets the parameters of the {@link SqlStatement} in the message body. The endpoints have {@code parametersCount=1}, whatever the
     * number of parameters. Otherwise camel-sql would ask the database for the number before each statement.
     */
    @Component("sqlParameters")
    static class SqlParameters implements SqlPrepareStatementStrategy {

        @Override
        public String prepareQuery(String query, boolean named, Exchange exchange) {
            return query;
        }

        @Override
        public Iterator<?> createPopulateIterator(String query, String prepared, int expected, Exchange exchange, Object body) {
            return exchange.getMessage().getBody() instanceof SqlStatement statement ? statement.values().iterator()
                    : Collections.emptyIterator();
        }

        @Override
        public void populateStatement(PreparedStatement statement, Iterator<?> values, int expected) throws SQLException {
            for (int place = 1; values.hasNext(); place++) {
                StatementCreatorUtils.setParameterValue(statement, place, SqlTypeValue.TYPE_UNKNOWN, values.next());
            }
        }
    }
}
