package dev.caravan.database.sql;

import dev.caravan.database.Table.Column;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads keys, and the columns of large tables, from SQLite itself. Its driver lists columns with a SELECT for each of them, and SQLite joins 500 at
 * most. The driver finds keys with regular expressions in the text of the table, which took 20 s for a table of 1,000 columns.
 */
final class SqliteColumns {

    /** Names the columns that take no null. */
    static final String REQUIRED = "select name from pragma_table_xinfo(?) where \"notnull\" = 1 and hidden <> 1";

    /** Names each column of a foreign key, and what it references as {@code table.column}. */
    static final String REFERENCES = "select \"from\", \"table\" || '.' || coalesce(\"to\", (select name from pragma_table_info(f.\"table\") where pk = f.seq + 1))"
            + " from pragma_foreign_key_list(?) f";

    private static final int MOST = 400;
    /** What SQLite calls a generated column: virtual or stored. */
    private static final List<Integer> GENERATED = List.of(2, 3);

    private SqliteColumns() {
    }

    static boolean areMany(Connection connection, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select count(*) from pragma_table_xinfo(?)")) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() && rows.getInt(1) > MOST;
            }
        }
    }

    /** Returns the columns of the primary key, in the key's order. */
    static List<String> key(Connection connection, String table) throws SQLException {
        List<String> key = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement("select name from pragma_table_info(?) where pk > 0 order by pk")) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    key.add(rows.getString(1));
                }
            }
        }
        return key;
    }

    static List<Column> of(Connection connection, String table) throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement("select name, type, hidden from pragma_table_xinfo(?) where hidden <> 1 order by cid")) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    columns.add(new Column(rows.getString(1), rows.getString(2), Types.OTHER, GENERATED.contains(rows.getInt(3))));
                }
            }
        }
        return columns;
    }
}
