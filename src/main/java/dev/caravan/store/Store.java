package dev.caravan.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.caravan.observe.Check;
import dev.caravan.observe.SqlSpans;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.reflect.UndeclaredThrowableException;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The PostgreSQL database that the gateways of one installation share. It connects at first use. Every failure to reach it is a
 * {@link StoreException}.
 */
@Component
public class Store implements DisposableBean {

    private static final int ATTEMPTS = 5;
    /** SQLSTATEs of a missing table and a missing column, which a migration has yet to create. */
    private static final Set<String> NOT_THERE_YET = Set.of("42P01", "42703");
    private static final String LIMIT_EXCEEDED = "54";
    /** SQLSTATE of a statement that PostgreSQL ended, as at its statement_timeout. */
    private static final String CANCELLED = "57014";

    private final StoreProperties settings;
    private final HikariDataSource pool;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;

    Store(StoreProperties settings, MeterRegistry meters, SqlSpans spans) {
        this.settings = settings;
        this.pool = settings.isSet() ? Pools.open(config(settings, meters)) : null;
        DataSource source = pool == null ? null : spans.of(pool, "postgresql", "store");
        this.jdbc = pool == null ? null : JdbcClient.create(source);
        this.transactions = pool == null ? null : new TransactionTemplate(new DataSourceTransactionManager(source));
    }

    private static HikariConfig config(StoreProperties settings, MeterRegistry meters) {
        HikariConfig config = Pools.config("store", settings.username(), settings.password(), settings.poolSize(),
                settings.connectTimeout(), meters);
        config.setJdbcUrl(settings.url());
        driverSettings(settings).forEach((name, value) -> config.addDataSourceProperty((String) name, value));
        Pools.postgresOptions(config, "-c statement_timeout=" + settings.statementTimeout().toMillis() + " -c TimeZone=UTC");
        config.addDataSourceProperty("socketTimeout", String.valueOf(settings.statementTimeout().toSeconds() + 1));
        return config;
    }

    static Properties driverSettings(StoreProperties settings) {
        Properties driver = new Properties();
        driver.setProperty("ApplicationName", "caravan-store");
        driver.setProperty("connectTimeout", String.valueOf(Math.max(1, settings.connectTimeout().toSeconds())));
        driver.setProperty("tcpKeepAlive", "true");
        return driver;
    }

    /** Whether a store is configured. */
    public boolean isSet() {
        return pool != null;
    }

    DataSource source() {
        return pool;
    }

    /** Runs one statement, or several that need no transaction. */
    public <T> T run(Function<JdbcClient, T> work) {
        return guarded(() -> work.apply(jdbc));
    }

    /**
     * Runs a transaction (read committed). Any exception of the work rolls it back. A transaction that failed only because of another one
     * (deadlock, serialization) runs again.
     */
    public <T, E extends Exception> T transact(Work<T, E> work) throws E {
        for (int attempt = 1;; attempt++) {
            try {
                return once(work);
            } catch (ConcurrencyFailureException e) {
                if (attempt == ATTEMPTS) {
                    throw new StoreException("Too many concurrent changes of the same data; try again", e);
                }
            }
        }
    }

    /** The work of a transaction. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T in(JdbcClient jdbc) throws E;
    }

    @SuppressWarnings("unchecked")
    private <T, E extends Exception> T once(Work<T, E> work) throws E {
        try {
            return guarded(() -> transactions.execute(status -> {
                try {
                    return work.in(jdbc);
                } catch (RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new UndeclaredThrowableException(e);
                }
            }));
        } catch (UndeclaredThrowableException e) {
            throw (E) e.getUndeclaredThrowable();
        }
    }

    private <T> T guarded(Supplier<T> work) {
        if (!isSet()) {
            throw new StoreException("This gateway has no store: caravan.store.url is not set", null);
        }
        try {
            return work.get();
        } catch (BadSqlGrammarException e) {
            if (NOT_THERE_YET.contains(e.getSQLException().getSQLState())) {
                throw new StoreException("The tables of the gateway's database are missing or out of date; try again later", e);
            }
            throw e;
        } catch (ConcurrencyFailureException e) {
            throw e;
        } catch (NonTransientDataAccessResourceException | TransientDataAccessException | RecoverableDataAccessException
                | TransactionException e) {
            if (sqlState(e).startsWith(LIMIT_EXCEEDED)) {
                throw e;
            }
            if (sqlState(e).equals(CANCELLED)) {
                throw new StoreException(
                        "The gateway's database did not finish a statement within caravan.store.statement-timeout; try again later", e);
            }
            throw new StoreException(isBusy() ? "All connections to the gateway's database are in use; try again in a second"
                    : "The gateway's database can't be reached", e);
        }
    }

    /** Returns HOST:PORT, without the user. */
    String place() {
        return Check.place(settings.url());
    }

    /** Whether callers hold all connections that the pool may have. */
    boolean isBusy() {
        return pool.getHikariPoolMXBean() != null && pool.getHikariPoolMXBean().getActiveConnections() >= settings.poolSize();
    }

    /** Returns the SQLSTATE of a failure; empty if the database did not cause it. */
    public static String sqlState(Throwable e) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(e);
        return root instanceof SQLException refused && refused.getSQLState() != null ? refused.getSQLState() : "";
    }

    @Override
    public void destroy() {
        if (pool != null) {
            pool.close();
        }
    }
}
