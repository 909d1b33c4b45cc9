package dev.caravan.database.sql;

import dev.caravan.database.DatabaseKind;
import dev.caravan.database.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Reads the unique keys of a table, the primary key among them. Leaves out indexes that don't cover all rows and whole values: partial indexes, and
 * indexes of expressions or prefixes. Nothing is cached, because with MySQL a key that was dropped meanwhile would let rows stand twice.
 */
final class SqlUniqueKeys {

    private static final String POSTGRESQL = "select i.indexrelid, a.attname from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indrelid"
            + " join pg_catalog.pg_namespace n on n.oid = c.relnamespace cross join unnest(i.indkey) with ordinality k(number, place)"
            + " join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.number where n.nspname = ? and c.relname = ? and i.indisunique and i.indisvalid"
            + " and i.indimmediate and i.indpred is null and i.indexprs is null and k.place <= i.indnkeyatts order by i.indisprimary desc, i.indexrelid, k.place";
    private static final String MYSQL = "select index_name, case when sub_part is null then column_name end from information_schema.statistics"
            + " where table_schema = coalesce(?, database()) and table_name = ? and non_unique = 0 order by index_name = 'PRIMARY' desc, index_name, seq_in_index";
    private static final String SQLITE = "select l.name, i.name from pragma_index_list(?2) l join pragma_index_info(l.name) i"
            + " where l.\"unique\" = 1 and l.partial = 0 and ?1 is null order by l.origin = 'pk' desc, l.seq, i.seqno";

    private SqlUniqueKeys() {
    }

    /** Returns the columns of each unique key. */
    static Collection<List<String>> of(SqlDatabase database, Table table) throws SQLException {
        Map<String, List<String>> keys = new LinkedHashMap<>();
        if (database.settings().type() == DatabaseKind.SQLITE && !table.key().isEmpty()) {
            keys.put("", new ArrayList<>(table.key())); // an INTEGER PRIMARY KEY has no index
        }
        try (Connection connection = database.catalogueSource().getConnection();
                PreparedStatement statement = connection.prepareStatement(switch (database.settings().type()) {
                    case POSTGRESQL -> POSTGRESQL;
                    case MYSQL -> MYSQL;
                    default -> SQLITE;
                })) {
            statement.setString(1, database.catalogue().schema());
            statement.setString(2, table.name());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    keys.computeIfAbsent("of " + rows.getString(1), name -> new ArrayList<>()).add(rows.getString(2));
                }
            }
        }
        keys.values().removeIf(columns -> columns.contains(null));
        return new LinkedHashSet<>(keys.values());
    }
}
