package dev.caravan.database.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;

/**
 * Ends statements that run too long in SQLite, which has no statement timeout. The time starts when the connection is taken from the pool. SQLite's
 * progress handler checks it.
 */
final class SqliteDeadlines extends DelegatingDataSource {

    /** Steps of SQLite's virtual machine between two checks of the time: some microseconds. */
    private static final int STEPS = 1_000;

    private final long timeout;

    SqliteDeadlines(DataSource pool, Duration timeout) {
        super(pool);
        this.timeout = timeout.toNanos();
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        long end = System.nanoTime() + timeout;
        ProgressHandler.setHandler(connection.unwrap(SQLiteConnection.class), STEPS, new ProgressHandler() {
            @Override
            protected int progress() {
                return System.nanoTime() > end ? 1 : 0;
            }
        });
        return connection;
    }
}
