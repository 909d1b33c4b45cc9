package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.observe.SqlSpans;
import dev.caravan.store.Pools;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.postgresql.jdbc.PgConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;

/**
 * A configured SQL database: its connections, its catalogue and its product's rules.
 *
 * @param source          connections of the pool
 * @param inParts         connections without auto-commit, for transactions and for results above the driver's limit
 * @param catalogueSource connections for what the database says of its tables, however much that is
 * @param awaited         what ends the statements of calls that nobody waits for
 * @param pool            what to close at the end
 */
record SqlDatabase(DatabaseProperties.Database settings, DataSource source, DataSource inParts, DataSource catalogueSource,
        Awaited awaited, SqlCatalogue catalogue, SqlRules rules, HikariDataSource pool) implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqlDatabase.class);

    /** Bytes. MySQL's driver has one limit for a statement and for a row. The text of the largest request may double in its statement. */
    private static final long LEAST_MYSQL_PACKET = 9 << 20;

    /** Bytes. SQLite alone would allow values of a gigabyte. The limit equals the maximum size of a request. */
    private static final int LONGEST_SQLITE_VALUE = 4 << 20;
    /** Bytes. SQLite calls itself for each wildcard: 20,000 of them end the process, because they need more stack than a thread has. */
    private static final int LONGEST_SQLITE_PATTERN = 1_000;

    static SqlDatabase open(String name, DatabaseProperties.Database settings, ObjectMapper mapper, MeterRegistry meters, SqlSpans spans) {
        HikariDataSource pool = Pools.open(config(name, settings, meters));
        Awaited awaited = new Awaited(pool, settings.statementTimeout());
        DataSource source = spans.of(awaited, settings.type().name().toLowerCase(Locale.ROOT), name);
        DataSource catalogueSource = settings.type() == DatabaseKind.POSTGRESQL ? withoutAutoCommit(awaited) : source;
        SqlRules rules = SqlRules.of(settings.type(), mapper);
        return new SqlDatabase(settings, source, withoutAutoCommit(source), catalogueSource, awaited,
                new SqlCatalogue(name, settings, catalogueSource, rules), rules, pool);
    }

    /**
     * Returns connections without auto-commit, for large results and for transactions. PostgreSQL's driver then fetches as many rows at a
     * time as its limit allows, instead of all rows. The pool rolls back what isn't committed when the connection is returned.
     */
    private static DataSource withoutAutoCommit(DataSource source) {
        return new DelegatingDataSource(source) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                connection.setAutoCommit(false);
                return connection;
            }
        };
    }

    /**
     * Configures the connection pool. The database enforces the statement timeout, and refuses writes if it is read-only.
     */
    private static HikariConfig config(String name, DatabaseProperties.Database settings, MeterRegistry meters) {
        HikariConfig config = Pools.config("database-" + name, settings.username(), settings.password(), settings.poolSize(),
                settings.connectTimeout(), meters);
        config.setReadOnly(settings.readOnly() && settings.type() != DatabaseKind.SQLITE); // whose file is read-only instead
        config.setJdbcUrl(settings.url().replaceFirst("^jdbc:mysql:", "jdbc:mariadb:"));
        long statement = settings.statementTimeout().toMillis();
        Duration silence = settings.statementTimeout().plusSeconds(1);
        Properties properties = config.getDataSourceProperties();
        switch (settings.type()) {
            case POSTGRESQL -> {
                Pools.postgresOptions(config, "-c statement_timeout=" + statement + " -c DateStyle=ISO -c standard_conforming_strings=on"
                        + (settings.readOnly() ? " -c default_transaction_read_only=on" : ""));
                config.setConnectionInitSql("set time zone 'UTC'"); // the driver itself sets the zone of this machine
                // autosave prepares a statement again, also within a transaction, after a table has changed. With an unspecified
                // stringtype, PostgreSQL infers the type of text from what it is compared with, as for a literal. Without binaryTransfer,
                // values are the server's own text. With hideUnprivilegedObjects, messages name no table that the user may not use
                properties.putAll(Map.of("ApplicationName", "caravan", "hideUnprivilegedObjects", "true", "autosave", "conservative",
                        "stringtype", "unspecified", "binaryTransfer", "false", "tcpKeepAlive", "true",
                        "connectTimeout", String.valueOf(Math.max(1, settings.connectTimeout().toSeconds())),
                        "socketTimeout", String.valueOf(silence.toSeconds())));
                // a larger page fails at once; it is read again without auto-commit, where the driver fetches few rows at a time
                properties.putAll(Map.of("maxResultBuffer", String.valueOf(settings.maxRead().toBytes()), "adaptiveFetch", "true",
                        "defaultRowFetchSize", "1"));
            }
            case MYSQL -> {
                // a fetch size makes the driver stream rows, instead of reading all of them first; a row larger than a packet ends the
                // connection before the driver allocates memory for it
                properties.putAll(Map.of("connectTimeout", String.valueOf(settings.connectTimeout().toMillis()),
                        "socketTimeout", String.valueOf(silence.toMillis()), "tinyInt1isBit", "false", "defaultFetchSize", "1",
                        "maxAllowedPacket", String.valueOf(Math.max(LEAST_MYSQL_PACKET, settings.maxRead().toBytes()))));
                // MariaDB runs comments with M, MySQL the others
                String readOnly = settings.readOnly() ? "/*M!100100 tx_read_only = 1, */ /*!50720 transaction_read_only = 1, */ " : "";
                // MySQL limits only the time of a SELECT; another statement would wait for a lock, and write, long after its caller was
                // told that it is late
                long lock = Math.max(1, (statement + 999) / 1_000);
                String locks = "innodb_lock_wait_timeout = " + lock + ", lock_wait_timeout = " + lock + ", ";
                config.setConnectionInitSql(
                        "SET SESSION time_zone = '+00:00', " + locks + readOnly + "/*M!100100 max_statement_time = " + statement / 1000.0
                                + ", */ /*!50708 max_execution_time = " + statement
                                + ", */ sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'");
            }
            case SQLITE -> {
                properties.putAll(Map.of("busy_timeout", String.valueOf(statement), "foreign_keys", "true",
                        "limit_length", String.valueOf(LONGEST_SQLITE_VALUE),
                        "limit_like_pattern_length", String.valueOf(LONGEST_SQLITE_PATTERN)));
                properties.put(settings.readOnly() ? "open_mode" : "journal_mode", settings.readOnly() ? "1" : "WAL");
                config.setConnectionInitSql("PRAGMA case_sensitive_like = ON");
            }
            default -> throw new IllegalArgumentException(settings.type() + " has no SQL");
        }
        return config;
    }

    @Override
    public void close() {
        pool.close();
    }

    /**
     * Connections whose statements end when nobody waits for them: the thread of a call that is late or cancelled is interrupted. SQLite
     * also ends a statement that runs too long, since it has no statement timeout; the time starts when the connection is taken.
     */
    static final class Awaited extends DelegatingDataSource {

        /** Steps of SQLite's virtual machine between two checks: some microseconds. */
        private static final int STEPS = 1_000;

        private final long timeout;
        private final Set<Taken> taken = ConcurrentHashMap.newKeySet();

        /** A connection and the thread that uses it. */
        private record Taken(Thread thread, Connection connection) {
        }

        Awaited(DataSource pool, Duration timeout) {
            super(pool);
            this.timeout = timeout.toNanos();
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            if (connection.isWrapperFor(SQLiteConnection.class)) {
                long end = System.nanoTime() + timeout;
                ProgressHandler.setHandler(connection.unwrap(SQLiteConnection.class), STEPS, new ProgressHandler() {
                    @Override
                    protected int progress() {
                        return System.nanoTime() > end || Thread.currentThread().isInterrupted() ? 1 : 0;
                    }
                });
                return connection;
            }
            Taken mine = new Taken(Thread.currentThread(), connection);
            taken.add(mine);
            return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Connection.class},
                    (self, method, arguments) -> {
                if (method.getName().equals("close")) {
                    synchronized (mine) { // waits for a cancel, which else could end a statement of the next caller
                        taken.remove(mine);
                        connection.close();
                    }
                    return null;
                }
                try {
                    return method.invoke(connection, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });
        }

        /** Has the server end the statements of interrupted threads. */
        void cancel() {
            for (Taken each : taken) {
                synchronized (each) {
                    if (each.thread().isInterrupted() && taken.contains(each)) {
                        cancel(each.connection());
                    }
                }
            }
        }

        private static void cancel(Connection connection) {
            try {
                if (connection.isWrapperFor(PgConnection.class)) {
                    connection.unwrap(PgConnection.class).cancelQuery();
                } else {
                    connection.unwrap(org.mariadb.jdbc.Connection.class).cancelCurrentQuery();
                }
            } catch (SQLException e) {
                LOG.debug("Statement not cancelled cause={}", e.getMessage());
            }
        }
    }
}
