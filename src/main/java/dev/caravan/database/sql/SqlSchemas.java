package dev.caravan.database.sql;

import dev.caravan.database.Column;
import dev.caravan.database.ColumnDescription;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.JsonType;
import dev.caravan.database.Table;
import dev.caravan.database.TableDescriber;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableSummary;
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
import org.springframework.stereotype.Component;

/** Describes the tables of SQL databases, from what each product's catalogue says. */
@Component
class SqlSchemas implements TableDescriber {

    private final SqlDatabases databases;

    SqlSchemas(SqlDatabases databases) {
        this.databases = databases;
    }

    @Override
    public String family() {
        return "sql";
    }

    @Override
    public List<TableSummary> tables(String database) throws SQLException {
        return tables(databases.get(database), null);
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
            if (SqlDialect.type(e) != Type.QUERY) {
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
        SqlSchemaQueries queries = SqlSchemaQueries.of(database.settings());
        List<TableSummary> all = new ArrayList<>();
        try (Connection connection = database.catalogueSource().getConnection();
                PreparedStatement statement = queries.tables(connection, table);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                queries.table(rows).ifPresent(all::add);
            }
        }
        return all;
    }

    /** Only SQLite's catalogue has no estimates; there, the largest row id is one. */
    @Override
    public Map<String, Long> rows(String database, Collection<String> tables) throws SQLException {
        SqlDatabase sql = databases.get(database);
        Map<String, Long> all = new HashMap<>();
        if (SqlSchemaQueries.of(sql.settings()).estimates()) {
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
        return databases.get(database).catalogue().table(table).key();
    }

    @Override
    public String column(String database, String table, String name) throws Exception {
        SqlCatalogue catalogue = databases.get(database).catalogue();
        return catalogue.column(catalogue.table(table), name).name();
    }

    @Override
    public TableDescription table(String database, String name) throws Exception {
        SqlDatabase sql = databases.get(database);
        Table table = sql.catalogue().tableNow(name);
        Optional<TableSummary> summary = tables(sql, table.name()).stream().findFirst();
        SqlColumnFacts facts = SqlColumnFacts.read(sql, table);
        List<ColumnDescription> columns = new ArrayList<>();
        for (Column column : table.columns().values()) {
            if (!facts.isHidden(column.name())) {
                columns.add(column(sql, table, column, facts));
            }
        }
        return new TableDescription(summary.orElse(TableSummary.of(table.name(), "table")), table.key(), columns, null, null);
    }

    private static ColumnDescription column(SqlDatabase sql, Table table, Column column, SqlColumnFacts facts) {
        JsonType type = sql.rules().jsonType(column);
        boolean generated = column.generated() || facts.isGenerated(column.name());
        return new ColumnDescription(column.name(), List.of(type.type()), type.format(), column.type(), facts.isNullable(column.name()), table.key().contains(column.name()),
                generated, generated ? null : facts.byDefault(column.name()), facts.references(column.name()), facts.values(column.name()), facts.comment(column.name()));
    }
}
