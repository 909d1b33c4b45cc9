package dev.caravan.database.sql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Connections without auto-commit, for large results. PostgreSQL's driver then fetches as many rows at a time as its limit allows, instead of all
 * rows. The pool ends the transaction when the connection is returned.
 */
final class WithoutAutoCommit extends DelegatingDataSource {

    WithoutAutoCommit(DataSource source) {
        super(source);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }
}
