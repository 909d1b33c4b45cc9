package dev.caravan.database.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
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
        return new SqlStatement("?", Collections.singletonList(value));
    }

    /** Concatenates SQL texts and statements. Values keep the order of their placeholders. */
    static SqlStatement of(Object... parts) {
        StringBuilder text = new StringBuilder(200);
        List<Object> values = new ArrayList<>();
        for (Object part : parts) {
            if (part instanceof SqlStatement statement) {
                text.append(statement.text);
                values.addAll(statement.values);
            } else {
                text.append(part);
            }
        }
        return new SqlStatement(text.toString(), values);
    }

    static SqlStatement join(String between, List<SqlStatement> parts) {
        return of(parts.stream().flatMap(part -> Stream.of(between, part)).skip(1).toArray());
    }

    /** Puts the statement between two texts without values. */
    SqlStatement between(String before, String after) {
        return of(before, this, after);
    }

    static void bind(PreparedStatement statement, Iterator<?> values) throws SQLException {
        for (int place = 1; values.hasNext(); place++) {
            StatementCreatorUtils.setParameterValue(statement, place, SqlTypeValue.TYPE_UNKNOWN, values.next());
        }
    }

    /** Removes all headers, so that no header changes what camel-sql does. Returns the statement. */
    SqlStatement alone(Exchange exchange) {
        exchange.getMessage().removeHeaders("*");
        return this;
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
            bind(statement, values);
        }
    }
}
