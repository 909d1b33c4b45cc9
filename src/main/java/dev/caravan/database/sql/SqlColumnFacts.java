package dev.caravan.database.sql;

import dev.caravan.database.DatabaseKind;
import dev.caravan.database.Table;
import dev.caravan.database.Table.Column;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import dev.caravan.database.TableRules;
import dev.caravan.database.sql.SqlCatalogue.SqliteColumns;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the catalogue says of the columns of one table besides their types, by the column's name. */
final class SqlColumnFacts {

    private static final String ENUMERATED = "select a.attname, e.enumlabel from pg_catalog.pg_attribute a join pg_catalog.pg_class c on "
            + "c.oid = a.attrelid"
            + " join pg_catalog.pg_namespace n on n.oid = c.relnamespace join pg_catalog.pg_type t on t.oid = a.atttypid"
            + " join pg_catalog.pg_enum e on e.enumtypid in (t.oid, t.typelem) where n.nspname = ? and c.relname = ? and a.attnum > 0 "
            + "order by a.attnum, e.enumsortorder";
    private static final String UNREADABLE = "select a.attname from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = "
            + "a.attrelid"
            + " join pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname = ? and c.relname = ? and a.attnum > 0 and not "
            + "a.attisdropped"
            + " and not has_column_privilege(c.oid, a.attnum, 'SELECT')";
    private static final String MYSQL_ENUMERATED = "select column_name, column_type from information_schema.columns"
            + " where table_schema = database() and table_name = ? and data_type in ('enum', 'set')";
    private static final Pattern LABEL = Pattern.compile("'((?:[^']|'')*)'");

    private final Set<String> required = new HashSet<>();
    private final Set<String> generated = new HashSet<>();
    private final Set<String> hidden = new HashSet<>();
    private final Map<String, String> defaults = new HashMap<>();
    private final Map<String, String> comments = new HashMap<>();
    private final Map<String, String> references = new HashMap<>();
    private final Map<String, List<String>> values = new HashMap<>();

    private SqlColumnFacts() {
    }

    /** Describes the columns that the gateway's user may read. */
    static List<ColumnDescription> columns(SqlDatabase database, Table table) throws SQLException {
        SqlColumnFacts facts = new SqlColumnFacts();
        try (Connection connection = database.catalogueSource().getConnection()) {
            facts.columns(database, connection, table.name());
            facts.keys(database, connection, table.name());
            switch (database.settings().type()) {
                case POSTGRESQL -> {
                    pairs(connection, ENUMERATED, facts::label, database.settings().schema(), table.name());
                    pairs(connection, UNREADABLE, (name, same) -> facts.hidden.add(name), database.settings().schema(), table.name());
                }
                case MYSQL -> pairs(connection, MYSQL_ENUMERATED, facts::labels, table.name());
                default -> { }
            }
        }
        return table.columns().values().stream().filter(column -> !facts.hidden.contains(column.name()))
                .map(column -> facts.described(database, table, column)).toList();
    }

    private void columns(SqlDatabase database, Connection connection, String table) throws SQLException {
        if (database.settings().type() == DatabaseKind.SQLITE && SqliteColumns.areMany(connection, table)) {
            pairs(connection, SqliteColumns.REQUIRED, (name, same) -> required.add(name), table);
            return;
        }
        DatabaseMetaData meta = connection.getMetaData();
        try (ResultSet rows = meta.getColumns(connection.getCatalog(), database.catalogue().schema(), SqlCatalogue.escaped(meta, table),
                "%")) {
            while (rows.next()) {
                String name = rows.getString("COLUMN_NAME");
                if (!rows.getString("TABLE_NAME").equals(table)) {
                    continue;
                }
                if (rows.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls) {
                    required.add(name);
                }
                String value = rows.getString("COLUMN_DEF");
                if ("YES".equals(rows.getString("IS_AUTOINCREMENT")) || value != null && value.startsWith("nextval(")) {
                    generated.add(name);
                } else if (value != null && !value.equalsIgnoreCase("null")) {
                    defaults.put(name, value);
                }
                String comment = rows.getString("REMARKS");
                if (comment != null && !comment.isBlank()) {
                    comments.put(name, comment);
                }
            }
        }
    }

    /** Reads the foreign keys. A table that the caller may not use is not named. */
    private void keys(SqlDatabase database, Connection connection, String table) throws SQLException {
        TableRules rules = TableRules.of("", database.settings());
        if (database.settings().type() == DatabaseKind.SQLITE) {
            pairs(connection, SqliteColumns.REFERENCES, (column, other) -> {
                if (other != null && rules.allows(other.substring(0, other.lastIndexOf('.')))) {
                    references.putIfAbsent(column, other);
                }
            }, table);
            return;
        }
        try (ResultSet rows = connection.getMetaData().getImportedKeys(connection.getCatalog(), database.catalogue().schema(), table)) {
            while (rows.next()) {
                String other = rows.getString("PKTABLE_NAME");
                String schema = rows.getString("PKTABLE_SCHEM");
                boolean near = database.settings().type() != DatabaseKind.POSTGRESQL || database.settings().schema().equals(schema);
                if (near && rules.allows(other)) {
                    references.putIfAbsent(rows.getString("FKCOLUMN_NAME"), other + "." + rows.getString("PKCOLUMN_NAME"));
                }
            }
        }
    }

    private interface Pair {

        void accept(String first, String last);
    }

    /** Reads the first and the last column of a query. */
    private static void pairs(Connection connection, String query, Pair pair, String... parameters) throws SQLException {
        SqlCatalogue.each(connection, query, row -> pair.accept(row.getString(1), row.getString(row.getMetaData().getColumnCount())),
                parameters);
    }

    private void label(String column, String label) {
        values.computeIfAbsent(column, name -> new ArrayList<>()).add(label);
    }

    /** Reads {@code enum('a','b')}. */
    private void labels(String column, String type) {
        Matcher matcher = LABEL.matcher(type);
        while (matcher.find()) {
            label(column, matcher.group(1).replace("''", "'"));
        }
    }

    private ColumnDescription described(SqlDatabase database, Table table, Column column) {
        String name = column.name();
        JsonType type = database.rules().jsonType(column);
        boolean isGenerated = column.generated() || generated.contains(name);
        return new ColumnDescription(name, List.of(type.type()), type.format(), column.type(), !required.contains(name),
                table.key().contains(name), isGenerated,
                isGenerated ? null : defaults.get(name), references.get(name), values.getOrDefault(name, List.of()), comments.get(name));
    }
}
