package dev.caravan.database.sql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Connections for reading what is large: so PostgreSQL's driver takes as many rows at a time as it may hold, not all of them. The pool ends what
 * a connection began when it is given back.
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
