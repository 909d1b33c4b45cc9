package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.Driver;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableDescription.TableSummary;
import dev.caravan.database.sql.SqlCatalogue.SqlTable;
import dev.caravan.observe.SqlSpans;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.component.sql.RowMapperFactory;
import org.apache.camel.support.SimpleTypeConverter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * The configured SQL databases. Routes use three beans of each: the pool {@code #database-NAME}, connections that read in parts
 * {@code #database-NAME-parts}, and the row mapper with its limit {@code #database-NAME-rows}.
 */
@Component
@Lazy(false) // --validate makes other beans when they are needed, and routes name data sources that this one binds
class SqlDriver extends Driver<SqlDatabase> {

    private static final int PING_SECONDS = 1;
    private static final long TICK_MS = 200;

    SqlDriver(DatabaseProperties properties, ObjectMapper mapper, CamelContext context, MeterRegistry meters, SqlSpans spans) {
        super("sql");
        context.getTypeConverterRegistry().addTypeConverter(String.class, SqlStatement.class,
                // camel-sql needs text as body
                new SimpleTypeConverter(false, (type, exchange, statement) -> ((SqlStatement) statement).text()));
        ScheduledExecutorService clock = context.getExecutorServiceManager().newSingleThreadScheduledExecutor(this, "cancelled statements");
        open(properties, (name, settings) -> {
            SqlDatabase database = SqlDatabase.open(name, settings, mapper, meters, spans);
            context.getRegistry().bind("database-" + name, DataSource.class, database.source());
            context.getRegistry().bind("database-" + name + "-parts", DataSource.class, database.inParts());
            context.getRegistry().bind("database-" + name + "-rows", RowMapperFactory.class,
                    new BoundedRows(database.rules(), settings.maxRead().toBytes()));
            clock.scheduleWithFixedDelay(database.awaited()::cancel, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
            return database;
        });
    }

    /** Returns the name of the database with these connections; null if none has them. */
    String nameOf(DataSource source) {
        return names().stream().filter(name -> source == get(name).source() || source == get(name).inParts()).findFirst().orElse(null);
    }

    @Override
    public void ping(String database) throws Exception {
        try (Connection connection = get(database).catalogueSource().getConnection()) {
            if (!connection.isValid(PING_SECONDS)) {
                throw new IllegalStateException("The connection is of no use");
            }
        }
    }

    /** Explains a failure. Forgets the catalogue if the database no longer matches it. */
    @Override
    public Optional<Meaning> meaning(String database, Throwable cause) {
        if (SqlFailures.mayBeOutdated(cause)) {
            get(database).catalogue().tables.forget();
        }
        if (SqlFailures.isTooMuch(cause) || SqlFailures.isOneRow(cause)) {
            return Optional.of(new Meaning(Type.QUERY, "one row has more than " + get(database).settings().maxRead().toKilobytes()
                    + " KB: select columns without large values, or raise max-read"));
        }
        return SqlFailures.meaning(cause);
    }

    @Override
    public List<TableSummary> tables(String database) throws SQLException {
        return tables(get(database), null);
    }

    /** @param table null for all tables */
    private static List<TableSummary> tables(SqlDatabase database, String table) throws SQLException {
        List<TableSummary> all = new ArrayList<>();
        try (Connection connection = database.catalogueSource().getConnection()) {
            SqlCatalogue.each(connection, database.catalogue().queries.get("tables"), row -> all.add(
                    new TableSummary(row.getString(1), row.getString(2), row.getString(3))), database.catalogue().schema(), table, table);
        }
        return all;
    }

    @Override
    public TableDescription table(String database, String name) throws Exception {
        SqlDatabase sql = get(database);
        SqlTable table = sql.catalogue().tables.now(name);
        List<TableSummary> summary = tables(sql, table.name());
        if (summary.isEmpty()) { // the user may do nothing with it
            throw sql.catalogue().rules.missing(name, sql.catalogue().names());
        }
        return new TableDescription(summary.get(0), table.key(), List.copyOf(table.columns().values()));
    }

    /**
     * Warns at the start about PostgreSQL roles that may do more than the tools. The role's rights are the second lock behind
     * {@link SqlJudge}.
     */
    @Component
    record SqlRoles(SqlDriver databases, DatabaseProperties properties, CamelContext context) {

        private static final Logger LOG = LoggerFactory.getLogger(SqlRoles.class);
        private static final int MOST_NAMED = 10;

        @EventListener(ApplicationReadyEvent.class)
        void look() {
            context.getExecutorServiceManager().newThread("database roles", () -> properties.databases().forEach((name, settings) -> {
                if (settings.type() == DatabaseKind.POSTGRESQL && !settings.readOnly()) {
                    look(name, databases.get(name));
                }
            })).start();
        }

        private static void look(String name, SqlDatabase database) {
            List<String> beyond = new ArrayList<>();
            AtomicBoolean superuser = new AtomicBoolean();
            try (Connection connection = database.catalogueSource().getConnection()) {
                SqlCatalogue.each(connection, database.catalogue().queries.get("roles"), row -> {
                    superuser.set(row.getBoolean(3));
                    String table = row.getString(2);
                    if (table != null && !(row.getString(1).equals(database.settings().schema()) && database.catalogue().allows(table))) {
                        beyond.add(row.getString(1) + "." + table);
                    }
                });
            } catch (SQLException e) {
                LOG.debug("Role not looked at database={} cause={}", name, e.getMessage());
                return;
            }
            if (superuser.get() || !beyond.isEmpty()) {
                LOG.warn("Role may do more than the tools database={} superuser={} tables={} some={}:"
                        + " give the gateway a role with rights to the tables of its tools alone",
                        name, superuser.get(), beyond.size(), beyond.subList(0, Math.min(MOST_NAMED, beyond.size())));
            }
        }
    }
}
