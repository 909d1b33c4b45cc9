package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.Kept;
import dev.caravan.database.Table;
import dev.caravan.database.Table.Column;
import dev.caravan.database.TableRules;
import dev.caravan.envelope.NearestNames;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.sql.DataSource;

/**
 * The tables and columns of one SQL database; {@link Kept} caches them. When a name is not found, it is looked up again, at most once a
 * second for each table.
 */
final class SqlCatalogue {

    private static final String[] KINDS = {"TABLE", "BASE TABLE", "VIEW", "MATERIALIZED VIEW", "PARTITIONED TABLE", "FOREIGN TABLE"};
    private static final int MOST_NAMES = 10_000;
    private static final int MOST_ROWS = 20_000;
    private static final int MARIADB_RETURNS = 1005;

    private final String database;
    private final DatabaseProperties.Database settings;
    private final DataSource source;
    private final TableRules rules;
    private final Kept<Table, SQLException> tables;

    /** Whether an INSERT supports RETURNING. */
    private volatile boolean returning;

    SqlCatalogue(String database, DatabaseProperties.Database settings, DataSource source) {
        this(database, settings, source, Kept.LIFE);
    }

    /** @param life how long a table's description is used without a new read */
    SqlCatalogue(String database, DatabaseProperties.Database settings, DataSource source, Duration life) {
        this.database = database;
        this.settings = settings;
        this.source = source;
        this.rules = TableRules.of(database, settings);
        this.tables = new Kept<>(database, life, this::read);
    }

    /** @throws DatabaseFailure permission_error if the table is not allowed; query_error with the list of tables if it does not exist */
    Table table(String name) throws DatabaseFailure, SQLException {
        rules.check(name);
        return existing(name, tables.get(name));
    }

    /** Returns the table as it is now. */
    Table tableNow(String name) throws DatabaseFailure, SQLException {
        rules.check(name);
        return existing(name, tables.now(name));
    }

    /**
     * Returns the table with the columns of this moment, for a write. Looks up their types, and reads the table again if they have changed.
     */
    Table current(String name) throws DatabaseFailure, SQLException {
        Table known = table(name);
        return isChanged(known) ? tableNow(name) : known;
    }

    /** Returns whether the columns or their types have changed. */
    boolean isChanged(Table known) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return !version(connection, known.name()).equals(known.version());
        }
    }

    /** Returns the columns of the table, each with what the product says of its type. */
    private List<String> version(Connection connection, String table) throws SQLException {
        List<String> version = new ArrayList<>();
        each(connection, switch (settings.type()) {
            case POSTGRESQL -> "select concat_ws(' ', attname, attnum, atttypid, atttypmod) from pg_catalog.pg_attribute"
                    + " where attrelid = to_regclass(?) and attnum > 0 and not attisdropped order by attnum";
            case MYSQL -> "select concat(column_name, ' ', column_type) from information_schema.columns"
                    + " where table_schema = database() and table_name = ? order by ordinal_position";
            default -> "select name || ' ' || type from pragma_table_info(?)";
        }, row -> version.add(row.getString(1)), settings.type() == DatabaseKind.POSTGRESQL ? quoted(settings.schema()) + "."
                + quoted(table) : table);
        version.addAll(jsonColumns(connection.getMetaData(), connection, table));
        return version;
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private Table existing(String name, Table table) throws DatabaseFailure, SQLException {
        if (table == null) {
            throw DatabaseFailure.query("database.noTable", database, name, NearestNames.of(name, names()));
        }
        return table;
    }

    /** Returns whether tools may use a table of this name. */
    boolean allows(String name) {
        return rules.allows(name) && !isSystem(name);
    }

    /** Returns whether an INSERT can return the keys of all its rows. The answer is known after the first table was read. */
    boolean returning() {
        return returning;
    }

    /** Forgets all tables, because the database said that one has changed. */
    void forget() {
        tables.forget();
    }

    /** Returns the column. Reads the table again if it has no such column. */
    Column column(Table table, String name) throws DatabaseFailure, SQLException {
        if (table.column(name).isPresent()) {
            return table.column(name).get();
        }
        Table now = existing(table.name(), tables.again(table.name(), table.name()));
        return now.column(name).orElseThrow(
                () -> DatabaseFailure.query("database.noColumn", now.name(), name, NearestNames.of(name, now.columns().keySet())));
    }

    private Table read(String name) throws SQLException {
        try (Connection connection = source.getConnection()) {
            DatabaseMetaData meta = connection.getMetaData();
            returning = settings.type() != DatabaseKind.MYSQL || meta.getDatabaseProductName().equals("MariaDB")
                    && meta.getDatabaseMajorVersion() * 100 + meta.getDatabaseMinorVersion() >= MARIADB_RETURNS;
            String found = null;
            try (ResultSet rows = meta.getTables(connection.getCatalog(), schema(), escaped(meta, name), KINDS)) {
                while (rows.next()) {
                    String candidate = rows.getString("TABLE_NAME");
                    if (candidate.equals(name) || rules.folded() && candidate.equalsIgnoreCase(name)) {
                        found = candidate;
                    }
                }
            }
            if (found == null || isSystem(found)) {
                return null;
            }
            List<String> version = version(connection, found); // first, so that a change meanwhile is seen by the next write
            return new Table(found, columns(meta, connection, found), key(meta, connection, found), rules.folded(), version);
        }
    }

    private List<Column> columns(DatabaseMetaData meta, Connection connection, String table) throws SQLException {
        List<Column> columns = new ArrayList<>();
        if (settings.type() == DatabaseKind.SQLITE && SqliteColumns.areMany(connection, table)) {
            return SqliteColumns.of(connection, table);
        }
        Set<String> json = jsonColumns(meta, connection, table);
        try (ResultSet rows = meta.getColumns(connection.getCatalog(), schema(), escaped(meta, table), "%")) {
            while (rows.next()) {
                if (rows.getString("TABLE_NAME").equals(table)) {
                    boolean generated = "YES".equals(rows.getString("IS_GENERATEDCOLUMN"));
                    String name = rows.getString("COLUMN_NAME");
                    String type = json.contains(name) ? MySqlRules.JSON : rows.getString("TYPE_NAME");
                    columns.add(new Column(name, type, rows.getInt("DATA_TYPE"), generated));
                }
            }
        }
        return columns;
    }

    /** Returns the JSON columns. In MariaDB the type JSON is long text with a check for valid JSON. */
    private static Set<String> jsonColumns(DatabaseMetaData meta, Connection connection, String table) throws SQLException {
        Set<String> columns = new TreeSet<>();
        if (meta.getDatabaseProductName().equals("MariaDB")) {
            each(connection, "select check_clause from information_schema.check_constraints "
                    + "where constraint_schema = database() and table_name = ? and check_clause like 'json_valid(%'",
                    row -> columns.add(row.getString(1).replaceFirst("^json_valid\\(`", "").replaceFirst("`\\)$", "")), table);
        }
        return columns;
    }

    private List<String> key(DatabaseMetaData meta, Connection connection, String table) throws SQLException {
        if (settings.type() == DatabaseKind.SQLITE) {
            return SqliteColumns.key(connection, table);
        }
        Map<Integer, String> key = new TreeMap<>();
        try (ResultSet rows = meta.getPrimaryKeys(connection.getCatalog(), schema(), table)) {
            while (rows.next()) {
                key.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
            }
        }
        return List.copyOf(key.values());
    }

    /** Returns the names of the allowed tables, for messages. */
    List<String> names() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = source.getConnection();
                ResultSet rows = connection.getMetaData().getTables(connection.getCatalog(), schema(), "%", KINDS)) {
            while (rows.next() && names.size() < MOST_NAMES) {
                String name = rows.getString("TABLE_NAME");
                if (!isSystem(name) && rules.allows(name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    private boolean isSystem(String name) {
        return settings.type() == DatabaseKind.SQLITE && name.toLowerCase(Locale.ROOT).startsWith("sqlite_");
    }

    /** Returns the schema of the tables; null where the product has none. */
    String schema() {
        return settings.type() == DatabaseKind.POSTGRESQL ? settings.schema() : null;
    }

    /** Receives the rows of a query. */
    interface Rows {

        void take(ResultSet row) throws SQLException;
    }

    /** Reads the rows of a query about the catalogue. */
    static void each(Connection connection, String query, Rows rows, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setMaxRows(MOST_ROWS);
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows.take(row);
                }
            }
        }
    }

    /** Escapes a name, because the driver treats names as patterns. */
    static String escaped(DatabaseMetaData meta, String name) throws SQLException {
        String escape = meta.getSearchStringEscape();
        return escape == null || escape.isEmpty() ? name
                : name.replace(escape, escape + escape).replace("_", escape + "_").replace("%", escape + "%");
    }

    /**
     * Reads keys, and the columns of large tables, from SQLite itself. Its driver lists columns with a SELECT for each of them, and SQLite
     * joins 500 at most. The driver finds keys with regular expressions in the text of the table, which took 20 s for a table of 1,000
     * columns.
     */
    static final class SqliteColumns {

        /** Names the columns that take no null. */
        static final String REQUIRED = "select name from pragma_table_xinfo(?) where \"notnull\" = 1 and hidden <> 1";

        /** Names each column of a foreign key, and what it references as {@code table.column}. */
        static final String REFERENCES = "select \"from\", \"table\" || '.' || coalesce(\"to\", (select name from "
                + "pragma_table_info(f.\"table\") where pk = f.seq + 1))"
                + " from pragma_foreign_key_list(?) f";

        private static final int MOST = 400;
        /** What SQLite calls a generated column: virtual or stored. */
        private static final List<Integer> GENERATED = List.of(2, 3);

        private SqliteColumns() {
        }

        static boolean areMany(Connection connection, String table) throws SQLException {
            List<Integer> count = new ArrayList<>();
            SqlCatalogue.each(connection, "select count(*) from pragma_table_xinfo(?)", row -> count.add(row.getInt(1)), table);
            return count.get(0) > MOST;
        }

        /** Returns the columns of the primary key, in the key's order. */
        static List<String> key(Connection connection, String table) throws SQLException {
            List<String> key = new ArrayList<>();
            SqlCatalogue.each(connection, "select name from pragma_table_info(?) where pk > 0 order by pk",
                    row -> key.add(row.getString(1)), table);
            return key;
        }

        static List<Column> of(Connection connection, String table) throws SQLException {
            List<Column> columns = new ArrayList<>();
            SqlCatalogue.each(connection, "select name, type, hidden from pragma_table_xinfo(?) where hidden <> 1 order by cid",
                    row -> columns.add(new Column(row.getString(1), row.getString(2), Types.OTHER, GENERATED.contains(row.getInt(3)))),
                            table);
            return columns;
        }
    }
}
