package dev.caravan.database.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.component.sql.SqlPrepareStatementStrategy;
import org.springframework.jdbc.core.SqlTypeValue;
import org.springframework.jdbc.core.StatementCreatorUtils;
import org.springframework.stereotype.Component;

/**
 * Sets the values that a {@link SqlStatement} left on the exchange. Its endpoints say {@code parametersCount=1}, whatever the number: else
 * camel-sql asks the database for it before each statement.
 */
@Component("sqlParameters")
class SqlParameters implements SqlPrepareStatementStrategy {

    static final String PROPERTY = "sqlParameters";

    @Override
    public String prepareQuery(String query, boolean named, Exchange exchange) {
        return query;
    }

    @Override
    public Iterator<?> createPopulateIterator(String query, String prepared, int expected, Exchange exchange, Object body) {
        return exchange.getProperty(PROPERTY, List.class).iterator();
    }

    @Override
    public void populateStatement(PreparedStatement statement, Iterator<?> values, int expected) throws SQLException {
        for (int place = 1; values.hasNext(); place++) {
            StatementCreatorUtils.setParameterValue(statement, place, SqlTypeValue.TYPE_UNKNOWN, values.next());
        }
    }
}
