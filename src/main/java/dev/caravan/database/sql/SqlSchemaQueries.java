package dev.caravan.database.sql;

import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.TableSummary;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The queries that list the tables of each product, with comment, estimated rows, and what the gateway's user may do. */
final class SqlSchemaQueries {

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

    private final DatabaseProperties.Database settings;

    private SqlSchemaQueries(DatabaseProperties.Database settings) {
        this.settings = settings;
    }

    static SqlSchemaQueries of(DatabaseProperties.Database settings) {
        return new SqlSchemaQueries(settings);
    }

    /** Returns whether the list of tables has estimates of their rows. */
    boolean estimates() {
        return settings.type() != DatabaseKind.SQLITE;
    }

    /** @param table null for all tables */
    PreparedStatement tables(Connection connection, String table) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(switch (settings.type()) {
            case POSTGRESQL -> POSTGRESQL;
            case MYSQL -> MYSQL;
            default -> SQLITE;
        });
        statement.setMaxRows(MOST);
        statement.setString(1, settings.type() == DatabaseKind.POSTGRESQL ? settings.schema() : null);
        statement.setString(2, table);
        statement.setString(3, table);
        return statement;
    }

    /** Reads one row of {@link #tables}. Returns empty for a table that the gateway's user may not touch. */
    Optional<TableSummary> table(ResultSet row) throws SQLException {
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
