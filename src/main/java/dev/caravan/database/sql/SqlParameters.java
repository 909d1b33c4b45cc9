package dev.caravan.database.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Iterator;
import org.apache.camel.Exchange;
import org.apache.camel.component.sql.SqlPrepareStatementStrategy;
import org.springframework.jdbc.core.SqlTypeValue;
import org.springframework.jdbc.core.StatementCreatorUtils;
import org.springframework.stereotype.Component;

/**
 * Sets the parameters of the {@link SqlStatement} in the message body. The endpoints have {@code parametersCount=1}, whatever the number of
 * parameters. Otherwise camel-sql would ask the database for the number before each statement.
 */
@Component("sqlParameters")
class SqlParameters implements SqlPrepareStatementStrategy {

    @Override
    public String prepareQuery(String query, boolean named, Exchange exchange) {
        return query;
    }

    @Override
    public Iterator<?> createPopulateIterator(String query, String prepared, int expected, Exchange exchange, Object body) {
        return exchange.getMessage().getBody() instanceof SqlStatement statement ? statement.values().iterator() : Collections.emptyIterator();
    }

    @Override
    public void populateStatement(PreparedStatement statement, Iterator<?> values, int expected) throws SQLException {
        for (int place = 1; values.hasNext(); place++) {
            StatementCreatorUtils.setParameterValue(statement, place, SqlTypeValue.TYPE_UNKNOWN, values.next());
        }
    }
}
