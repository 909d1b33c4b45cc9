package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.Driver;
import dev.caravan.database.Table;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableDescription.TableSummary;
import dev.caravan.observe.SqlSpans;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.component.sql.RowMapperFactory;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.apache.camel.support.SimpleTypeConverter;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.stereotype.Component;

/**
 * The configured SQL databases. Routes use four beans of each: the pool {@code #database-NAME}, the transactions {@code #database-NAME-transaction},
 * connections that read in parts {@code #database-NAME-parts}, and the row mapper with its limit {@code #database-NAME-rows}.
 */
@Component
class SqlDriver implements Driver, DisposableBean {

    private static final int PING_SECONDS = 1;
    private static final int MOST = 20_000;

    private static final String POSTGRESQL = "select c.relname, case c.relkind when 'v' then 'view' when 'm' then 'view' else 'table' end, obj_description(c.oid, 'pg_class'),"
            + " case when c.reltuples < 0 or c.relkind in ('v', 'p') then null else c.reltuples::bigint end,"
            + " has_any_column_privilege(c.oid, 'SELECT'),"
            + " has_any_column_privilege(c.oid, 'INSERT') and (pg_relation_is_updatable(c.oid, true) & 8) <> 0,"
            + " has_any_column_privilege(c.oid, 'UPDATE') and (pg_relation_is_updatable(c.oid, true) & 4) <> 0,"
            + " has_table_privilege(c.oid, 'DELETE') and (pg_relation_is_updatable(c.oid, true) & 16) <> 0"
            + " from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace"
            + " where n.nspname = ? and (cast(? as text) is null or c.relname = ?) and c.relkind in ('r', 'v', 'm', 'f', 'p') order by 1";

    private static final String MYSQL = "select t.table_name, case t.table_type when 'BASE TABLE' then 'table' else 'view' end,"
            + " case when t.table_type = 'BASE TABLE' or t.table_comment <> 'VIEW' then t.table_comment end, t.table_rows, true, v.table_name is null or v.is_updatable = 'YES',"
            + " v.table_name is null or v.is_updatable = 'YES', v.table_name is null or v.is_updatable = 'YES' from information_schema.tables t"
            + " left join information_schema.views v on v.table_schema = t.table_schema and v.table_name = t.table_name"
            + " where t.table_schema = coalesce(?, database()) and (? is null or t.table_name = ?) and t.table_type in ('BASE TABLE', 'VIEW') order by 1";

    private static final String SQLITE = "select name, type, null, null, 1, type = 'table', type = 'table', type = 'table' from main.sqlite_master"
            + " where ? is null and (? is null or name = ?) and type in ('table', 'view') and name not like 'sqlite!_%' escape '!' order by 1";

    private final Map<String, SqlDatabase> databases = new TreeMap<>();

    SqlDriver(DatabaseProperties properties, ObjectMapper mapper, CamelContext context, MeterRegistry meters, SqlSpans spans) {
        context.getTypeConverterRegistry().addTypeConverter(String.class, SqlStatement.class,
                new SimpleTypeConverter(false, (type, exchange, statement) -> ((SqlStatement) statement).text())); // camel-sql needs text as body
        properties.databases().forEach((name, settings) -> {
            if (settings.type().isSql()) {
                SqlDatabase database = SqlDatabase.open(name, settings, mapper, meters, spans);
                databases.put(name, database);
                context.getRegistry().bind("database-" + name, DataSource.class, database.source());
                context.getRegistry().bind("database-" + name + "-parts", DataSource.class, database.inParts());
                context.getRegistry().bind("database-" + name + "-rows", RowMapperFactory.class, new BoundedRows(settings.maxRead().toBytes()));
                context.getRegistry().bind("database-" + name + "-transaction", SpringTransactionPolicy.class,
                        new SpringTransactionPolicy(new DataSourceTransactionManager(database.source())));
            }
        });
    }

    SqlDatabase get(String name) {
        return databases.get(name);
    }

    @Override
    public void destroy() {
        databases.values().forEach(SqlDatabase::close);
    }

    @Override
    public String family() {
        return "sql";
    }

    @Override
    public void ping(String database) throws Exception {
        try (Connection connection = get(database).source().getConnection()) {
            if (!connection.isValid(PING_SECONDS)) {
                throw new IllegalStateException("The connection is of no use");
            }
        }
    }

    /** Explains a failure. Forgets the catalogue if the database no longer matches it. */
    @Override
    public Optional<Meaning> meaning(String database, Throwable cause) {
        if (SqlFailures.mayBeOutdated(cause)) {
            get(database).catalogue().forget();
        }
        if (SqlFailures.isTooMuch(cause) || SqlFailures.isOneRow(cause)) {
            return Optional.of(new Meaning(Type.QUERY, "one row has more than " + get(database).settings().maxRead().toKilobytes() + " KB: select columns without large values"));
        }
        return SqlFailures.meaning(cause);
    }

    @Override
    public List<TableSummary> tables(String database) throws SQLException {
        return tables(get(database), null);
    }

    /**
     * Returns the summaries. A table that the database can't describe has the reason as comment, such as a foreign table whose wrapper has no
     * handler.
     *
     * @param table null for all tables
     */
    private static List<TableSummary> tables(SqlDatabase database, String table) throws SQLException {
        List<TableSummary> all = new ArrayList<>();
        try {
            return read(database, table);
        } catch (SQLException e) {
            if (SqlFailures.type(e) != Type.QUERY) {
                throw e;
            }
            if (table != null) {
                return List.of(new TableSummary(table, "table", "Can't be used: " + e.getMessage(), null, List.of()));
            }
        }
        for (String name : database.catalogue().names()) {
            all.addAll(tables(database, name));
        }
        return all;
    }

    private static List<TableSummary> read(SqlDatabase database, String table) throws SQLException {
        List<TableSummary> all = new ArrayList<>();
        try (Connection connection = database.catalogueSource().getConnection();
                PreparedStatement statement = connection.prepareStatement(switch (database.settings().type()) {
                    case POSTGRESQL -> POSTGRESQL;
                    case MYSQL -> MYSQL;
                    default -> SQLITE;
                })) {
            statement.setMaxRows(MOST);
            statement.setString(1, database.catalogue().schema());
            statement.setString(2, table);
            statement.setString(3, table);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    summary(rows).ifPresent(all::add);
                }
            }
        }
        return all;
    }

    /** Only SQLite's catalogue has no estimates; there, the largest row id is one. */
    @Override
    public Map<String, Long> rows(String database, Collection<String> tables) throws SQLException {
        SqlDatabase sql = get(database);
        Map<String, Long> all = new HashMap<>();
        if (sql.settings().type() != DatabaseKind.SQLITE) {
            return all;
        }
        try (Connection connection = sql.catalogueSource().getConnection()) {
            for (String table : tables) {
                try (PreparedStatement statement = connection.prepareStatement("select max(rowid) from main." + sql.rules().quoted(table));
                        ResultSet rows = statement.executeQuery()) {
                    all.put(table, rows.next() ? Math.max(0, rows.getLong(1)) : 0);
                } catch (SQLException withoutRowid) {
                    // a view, or a table that has no row ids: no estimate
                }
            }
        }
        return all;
    }

    @Override
    public List<String> key(String database, String table) throws Exception {
        return get(database).catalogue().table(table).key();
    }

    @Override
    public String column(String database, String table, String name) throws Exception {
        SqlCatalogue catalogue = get(database).catalogue();
        return catalogue.column(catalogue.table(table), name).name();
    }

    @Override
    public TableDescription table(String database, String name) throws Exception {
        SqlDatabase sql = get(database);
        Table table = sql.catalogue().tableNow(name);
        Optional<TableSummary> summary = tables(sql, table.name()).stream().findFirst();
        return new TableDescription(summary.orElse(TableSummary.of(table.name(), "table")), table.key(), SqlColumnFacts.columns(sql, table), null, null);
    }

    /** Returns empty for a table that the gateway's user may not touch. */
    private static Optional<TableSummary> summary(ResultSet row) throws SQLException {
        List<String> can = new ArrayList<>();
        if (row.getBoolean(5)) {
            can.add("query");
            can.add("aggregate");
        }
        String[] verbs = {"insert", "update", "delete"};
        for (int i = 0; i < verbs.length; i++) {
            if (row.getBoolean(6 + i)) {
                can.add(verbs[i]);
            }
        }
        long rows = row.getLong(4);
        Long estimate = row.wasNull() ? null : rows;
        return can.isEmpty() ? Optional.empty() : Optional.of(new TableSummary(row.getString(1), row.getString(2), row.getString(3), estimate, can));
    }
}
