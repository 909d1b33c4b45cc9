package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.Kept;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import dev.caravan.database.TableRules;
import dev.caravan.envelope.NearestNames;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * What one SQL database says of its tables. A query gives all columns of a table: table, column, type, whether it takes null, default,
 * comment, whether the database makes the value, place in the primary key, whether the role may read it, values of an enum, reference.
 */
final class SqlCatalogue {

    private static final String POSTGRESQL = """
            select c.relname, a.attname, (with recursive below (oid, base) as (
                select oid, typbasetype from pg_catalog.pg_type where oid = a.atttypid
                union all select t.oid, t.typbasetype from pg_catalog.pg_type t join below on t.oid = below.base)
                select case t.typtype when 'c' then quote_ident(s.nspname) || '.' || quote_ident(t.typname) else t.typname end from below
                join pg_catalog.pg_type t on t.oid = below.oid join pg_catalog.pg_namespace s on s.oid = t.typnamespace where base = 0),
              not a.attnotnull, pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum),
              a.attidentity <> '' or a.attgenerated <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false),
              array_position(p.indkey::int2[], a.attnum) + 1, has_column_privilege(c.oid, a.attnum, 'SELECT'),
              (select string_agg(quote_literal(e.enumlabel), ',' order by e.enumsortorder) from pg_catalog.pg_enum e
                join pg_catalog.pg_type t on e.enumtypid in (t.oid, t.typelem) where t.oid = a.atttypid),
              (select r.relname || '.' || o.attname from pg_catalog.pg_constraint k join pg_catalog.pg_class r on r.oid = k.confrelid
                cross join unnest(k.conkey, k.confkey) u (own, other)
                join pg_catalog.pg_attribute o on o.attrelid = r.oid and o.attnum = u.other where k.conrelid = c.oid and k.contype = 'f'
                and u.own = a.attnum and r.relnamespace = c.relnamespace order by k.oid limit 1)
            from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
              left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
              left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
              left join pg_catalog.pg_index p on p.indrelid = c.oid and p.indisprimary
            where c.relname = ? and n.nspname = ? and c.relkind in ('r', 'v', 'm', 'f', 'p') order by a.attnum""";
    /** MySQL and MariaDB open only the table that a constant names. With the limits they don't merge the queries. */
    private static final String MYSQL = """
            select c.table_name, c.column_name,
              upper(concat(c.data_type, case when c.column_type like '%unsigned%' then ' unsigned' else '' end)), c.is_nullable = 'YES',
              nullif(c.column_default, 'NULL'), nullif(c.column_comment, ''), c.extra regexp 'auto_increment|[LDT] GENERATED',
              p.ordinal_position, true, case when c.data_type in ('enum', 'set') then c.column_type end,
              concat(r.referenced_table_name, '.', r.referenced_column_name)
            from information_schema.columns c
              left join (select column_name, ordinal_position from information_schema.key_column_usage where table_schema = database()
                and table_name = ? and constraint_name = 'PRIMARY' limit 1000) p on p.column_name = c.column_name
              left join (select column_name, referenced_table_name, referenced_column_name from information_schema.key_column_usage
                where table_schema = database() and table_name = ? and referenced_table_schema = database() limit 1000) r
                on r.column_name = c.column_name
            where c.table_schema = database() and c.table_name = ? order by c.ordinal_position""";
    private static final String SQLITE = """
            select m.name, c.name, c.type, not c."notnull", nullif(c.dflt_value, 'NULL'), null, c.hidden in (2, 3), nullif(c.pk, 0), 1,
              null, (select r."table" || '.' || coalesce(r."to", (select o.name from pragma_table_info(r."table") o where o.pk = r.seq + 1))
                from pragma_foreign_key_list(m.name) r where r."from" = c.name collate nocase)
            from main.sqlite_master m, pragma_table_xinfo(m.name) c where m.name = ? collate nocase and ? is null
              and m.type in ('table', 'view') and m.name not like 'sqlite!_%' escape '!' and c.hidden <> 1
              and m.name not in (select name from pragma_table_list where schema = 'main' and type = 'shadow') order by c.cid""";

    /** The columns with their types: what a write compares, because a whole description would cost it too much. */
    private static final String POSTGRESQL_VERSION = "select concat_ws(' ', attname, attnum, atttypid, atttypmod) from "
            + "pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid join pg_catalog.pg_namespace n"
            + " on n.oid = c.relnamespace where c.relname = ? and n.nspname = ? and attnum > 0 and not attisdropped order by attnum";
    private static final String MYSQL_VERSION = "select concat(column_name, ' ', column_type) from information_schema.columns"
            + " where table_name = ? and table_schema = coalesce(?, database()) order by ordinal_position";
    private static final String SQLITE_VERSION = "select name || ' ' || type from pragma_table_info(?) where ? is null";

    private static final String POSTGRESQL_KEYS = """
            select i.indexrelid, a.attname from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indrelid
              join pg_catalog.pg_namespace n on n.oid = c.relnamespace cross join unnest(i.indkey) with ordinality k(number, place)
              join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
            where c.relname = ? and n.nspname = ? and i.indisunique and i.indisvalid and i.indimmediate and i.indpred is null
              and i.indexprs is null and k.place <= i.indnkeyatts order by i.indisprimary desc, i.indexrelid, k.place""";
    private static final String MYSQL_KEYS = """
            select index_name, case when sub_part is null then column_name end from information_schema.statistics
            where table_name = ? and table_schema = coalesce(?, database()) and non_unique = 0
            order by index_name = 'PRIMARY' desc, index_name, seq_in_index""";
    private static final String SQLITE_KEYS = """
            select l.name, i.name from pragma_index_list(?) l join pragma_index_info(l.name) i
            where ? is null and l."unique" = 1 and l.partial = 0 order by l.origin = 'pk' desc, l.seq, i.seqno""";

    /** In MariaDB the type JSON is long text with a check for valid JSON. */
    private static final String MARIADB_JSON = """
            select replace(substr(check_clause, 13), '`)', '') from information_schema.check_constraints
            where table_name = ? and constraint_schema = coalesce(?, database()) and check_clause like 'json_valid(%'""";

    /** JDBC's words for tables and views. */
    private static final String[] KINDS = {"TABLE", "BASE TABLE", "VIEW", "MATERIALIZED VIEW", "PARTITIONED TABLE", "FOREIGN TABLE"};
    private static final Pattern LABEL = Pattern.compile("'((?:[^']|'')*)'");

    /** Maximum number of names in a message with nearest names. */
    private static final int MOST_NAMES = 10_000;
    private static final int MOST_ROWS = 20_000;

    /** The first version of MariaDB whose INSERT supports RETURNING, times 100. */
    private static final int MARIADB_RETURNS = 1005;

    private final String database;
    private final DatabaseProperties.Database settings;
    private final DataSource source;
    private final SqlRules product;
    private final TableRules rules;
    private final Kept<SqlTable, SQLException> tables = new Kept<>(this::read);

    /** Whether an INSERT supports RETURNING. */
    private volatile boolean returning;

    SqlCatalogue(String database, DatabaseProperties.Database settings, DataSource source, SqlRules product) {
        this.database = database;
        this.settings = settings;
        this.source = source;
        this.product = product;
        this.rules = TableRules.of(database, settings);
    }

    /**
     * A table or view.
     *
     * @param key     columns of the primary key in the key's order; empty if the table has no primary key
     * @param columns all columns by name, in the table's order
     * @param visible the columns that the role may read
     * @param byName  the columns by names as callers may write them
     * @param version changes with the columns and their types
     */
    record SqlTable(String name, List<String> key, Map<String, ColumnDescription> columns, List<ColumnDescription> visible,
            Map<String, ColumnDescription> byName, List<String> version) {
    }

    /** @throws DatabaseFailure permission_error if the table is not allowed; query_error with the nearest names if it does not exist */
    SqlTable table(String name) throws DatabaseFailure, SQLException {
        rules.check(name);
        return existing(name, tables.get(name));
    }

    /** Returns the table with the types that its columns have at this moment, by which a write binds values. */
    SqlTable current(String name) throws DatabaseFailure, SQLException {
        SqlTable known = table(name);
        try (Connection connection = source.getConnection()) {
            if (known.version().equals(version(connection, known.name()))) {
                return known;
            }
        }
        return tableNow(name);
    }

    private List<String> version(Connection connection, String table) throws SQLException {
        List<String> version = new ArrayList<>();
        each(connection, of(POSTGRESQL_VERSION, MYSQL_VERSION, SQLITE_VERSION), row -> version.add(row.getString(1)), table, schema());
        return version;
    }

    SqlTable tableNow(String name) throws DatabaseFailure, SQLException {
        rules.check(name);
        return existing(name, tables.now(name));
    }

    private SqlTable existing(String name, SqlTable table) throws DatabaseFailure, SQLException {
        if (table == null) {
            throw DatabaseFailure.query("database.noTable", database, name, NearestNames.of(name, names()));
        }
        return table;
    }

    boolean allows(String name) {
        boolean system = settings.type() == DatabaseKind.SQLITE && name.toLowerCase(Locale.ROOT).startsWith("sqlite_");
        return rules.allows(name) && !system;
    }

    /** Whether an INSERT supports RETURNING. Known once a table was read. */
    boolean returning() {
        return returning;
    }

    /** Drops all descriptions, because a statement failed that may have used an old one. */
    void forget() {
        tables.forget();
    }

    /** @throws DatabaseFailure query_error with the nearest names if the table has no such column, also after it was read again */
    ColumnDescription column(SqlTable table, String name) throws DatabaseFailure, SQLException {
        if (table.byName().containsKey(name)) {
            return table.byName().get(name);
        }
        SqlTable now = existing(table.name(), tables.again(table.name(), table.name()));
        if (!now.byName().containsKey(name)) {
            throw DatabaseFailure.query("database.noColumn", now.name(), name, NearestNames.of(name, now.columns().keySet()));
        }
        return now.byName().get(name);
    }

    private SqlTable read(String name) throws SQLException {
        Map<String, ColumnDescription> columns = new LinkedHashMap<>();
        List<ColumnDescription> visible = new ArrayList<>();
        Map<Integer, String> key = new TreeMap<>();
        List<String> found = new ArrayList<>();
        List<String> version;
        try (Connection connection = source.getConnection()) {
            Set<String> json = new TreeSet<>();
            version = version(connection, name); // first, so that a change meanwhile is seen by the next write
            DatabaseMetaData meta = connection.getMetaData();
            boolean mariadb = meta.getDatabaseProductName().equals("MariaDB");
            returning = settings.type() != DatabaseKind.MYSQL || mariadb
                    && meta.getDatabaseMajorVersion() * 100 + meta.getDatabaseMinorVersion() >= MARIADB_RETURNS;
            if (mariadb) {
                each(connection, MARIADB_JSON, row -> json.add(row.getString(1)), name, schema());
            }
            each(connection, of(POSTGRESQL, MYSQL, SQLITE), row -> {
                found.add(row.getString(1));
                if (row.getString(2) != null) {
                    ColumnDescription column = column(row, json);
                    if (columns.putIfAbsent(column.name(), column) == null && row.getBoolean(9)) {
                        visible.add(column);
                    }
                    if (column.key()) {
                        key.put(row.getInt(8), column.name());
                    }
                }
            }, settings.type() == DatabaseKind.MYSQL ? new String[] {name, name, name} : new String[] {name, schema()});
            if (found.isEmpty() && names().contains(name)) {
                each(connection, "select 1 from " + product.quoted(name), row -> { }); // a broken view: fails with its reason
            }
        }
        Map<String, ColumnDescription> byName = new TreeMap<>(rules.folded() ? String.CASE_INSENSITIVE_ORDER : Comparator.naturalOrder());
        byName.putAll(columns);
        return found.isEmpty() ? null : new SqlTable(found.get(0), List.copyOf(key.values()), columns, visible, byName, version);
    }

    private ColumnDescription column(ResultSet row, Set<String> json) throws SQLException {
        String name = row.getString(2);
        String stored = json.contains(name) ? MySqlRules.JSON : row.getString(3);
        JsonType type = product.jsonType(stored);
        boolean made = row.getBoolean(7);
        String labels = row.getString(10);
        List<String> values = labels == null ? List.of()
                : LABEL.matcher(labels).results().map((MatchResult label) -> label.group(1).replace("''", "'")).toList();
        String other = row.getString(11);
        boolean shown = other != null && rules.allows(other.substring(0, other.lastIndexOf('.')));
        return new ColumnDescription(name, List.of(type.type()), type.format(), stored, row.getBoolean(4), row.getString(8) != null, made,
                made ? null : row.getString(5), shown ? other : null, values, row.getString(6));
    }

    /** Returns the keys that hold for all rows and whole values. The primary key is first. */
    Collection<List<String>> uniqueKeys(SqlTable table) throws SQLException {
        Map<String, List<String>> keys = new LinkedHashMap<>();
        if (settings.type() == DatabaseKind.SQLITE && !table.key().isEmpty()) {
            keys.put("", new ArrayList<>(table.key())); // an INTEGER PRIMARY KEY has no index
        }
        try (Connection connection = source.getConnection()) {
            each(connection, of(POSTGRESQL_KEYS, MYSQL_KEYS, SQLITE_KEYS), row -> keys.computeIfAbsent("of " + row.getString(1),
                    name -> new ArrayList<>()).add(row.getString(2)), table.name(), schema());
        }
        keys.values().removeIf(columns -> columns.contains(null));
        return new LinkedHashSet<>(keys.values());
    }

    /** Returns the names of the allowed tables, for messages. */
    List<String> names() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = source.getConnection();
                ResultSet rows = connection.getMetaData().getTables(connection.getCatalog(), schema(), "%", KINDS)) {
            while (rows.next() && names.size() < MOST_NAMES) {
                String name = rows.getString("TABLE_NAME");
                if (allows(name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /** Returns the schema of the tables; null where the product has none. */
    String schema() {
        return settings.type() == DatabaseKind.POSTGRESQL ? settings.schema() : null;
    }

    /** Returns the text for this product. */
    String of(String postgresql, String mysql, String sqlite) {
        return switch (settings.type()) {
            case POSTGRESQL -> postgresql;
            case MYSQL -> mysql;
            default -> sqlite;
        };
    }

    /** Receives the rows of a query. */
    interface Rows {

        void take(ResultSet row) throws SQLException;
    }

    /** Reads the rows of a query about the catalogue. */
    static void each(Connection connection, String query, Rows rows, String... parameters) throws SQLException {
        each(connection, MOST_ROWS, query, rows, parameters);
    }

    /** @param most how many rows are read at most; 0 for all */
    static void each(Connection connection, int most, String query, Rows rows, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setMaxRows(most);
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
}
