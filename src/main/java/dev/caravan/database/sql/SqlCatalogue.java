package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.DatabaseProperties.TableRules;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Schemas.Kept;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.envelope.NearestNames;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * What one SQL database says of its tables. The queries are in {@code catalogue-PRODUCT.sql}, which also says what their columns are.
 */
final class SqlCatalogue {

    private static final Pattern LABEL = Pattern.compile("'((?:[^']|'')*)'");

    private final DatabaseProperties.Database settings;
    private final DataSource source;
    private final SqlRules product;
    final TableRules rules;
    /** The queries about the catalogue from the file of this product, by name. */
    final Map<String, String> queries;
    /** Fails with permission_error if the table is not allowed, and with query_error and the nearest names if it does not exist. */
    final Kept<SqlTable, Exception> tables = new Kept<>(this::read);

    SqlCatalogue(String database, DatabaseProperties.Database settings, DataSource source, SqlRules product) {
        this.settings = settings;
        this.source = source;
        this.product = product;
        this.rules = TableRules.of(database, settings);
        this.queries = queries(settings.type());
    }

    /**
     * A table or view.
     *
     * @param key     columns of the primary key in the key's order; empty if the table has no primary key
     * @param columns all columns by name, in the table's order
     * @param visible the columns that the role may read
     * @param byName  the columns by names as callers may write them
     * @param version changes with the columns and their types
     * @param quoted  the name in statements
     * @param all     the list of a SELECT of all visible columns
     * @param returns whether an INSERT can return the key: the role may read it, and the product has RETURNING
     */
    record SqlTable(String name, List<String> key, Map<String, ColumnDescription> columns, List<ColumnDescription> visible,
            Map<String, ColumnDescription> byName, List<String> version, String quoted, String all, boolean returns) {
    }

    /** Returns the table with the types that its columns have at this moment, by which a write binds values. */
    SqlTable current(String name) throws Exception {
        SqlTable known = tables.get(name);
        try (Connection connection = source.getConnection()) {
            if (known.version().equals(version(connection, known.name()))) {
                return known;
            }
        }
        return tables.now(name);
    }

    private List<String> version(Connection connection, String table) throws SQLException {
        List<String> version = new ArrayList<>();
        each(connection, queries.get("version"), row -> version.add(row.getString(1)), table, schema());
        return version;
    }

    boolean allows(String name) {
        boolean system = settings.type() == DatabaseKind.SQLITE && name.toLowerCase(Locale.ROOT).startsWith("sqlite_");
        return rules.allows(name) && !system;
    }

    /** @throws DatabaseFailure query_error with the nearest names if the table has no such column, also after it was read again */
    ColumnDescription column(SqlTable table, String name) throws Exception {
        ColumnDescription known = table.byName().get(name);
        if (known != null) {
            return known;
        }
        SqlTable now = tables.now(table.name());
        if (!now.byName().containsKey(name)) {
            throw DatabaseFailure.query("database.noColumn", now.name(), name, NearestNames.of(name,
                    now.visible().stream().map(ColumnDescription::name).toList()));
        }
        return now.byName().get(name);
    }

    private SqlTable read(String name) throws Exception {
        rules.check(name);
        Map<String, ColumnDescription> columns = new LinkedHashMap<>();
        List<ColumnDescription> visible = new ArrayList<>();
        Map<Integer, String> key = new TreeMap<>();
        List<String> found = new ArrayList<>();
        List<String> version;
        boolean mariadb;
        try (Connection connection = source.getConnection()) {
            Set<String> json = new TreeSet<>();
            version = version(connection, name); // first, so that a change meanwhile is seen by the next write
            mariadb = connection.getMetaData().getDatabaseProductName().equals("MariaDB");
            if (mariadb) {
                each(connection, queries.get("json"), row -> json.add(row.getString(1)), name, schema());
            }
            each(connection, queries.get("columns"), row -> {
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
            if (found.isEmpty()) {
                List<String> names = names(connection);
                if (names.contains(name)) {
                    each(connection, "select 1 from " + product.quoted(name), row -> { }); // a broken view: fails with its reason
                }
                throw rules.missing(name, names);
            }
        }
        Map<String, ColumnDescription> byName = new TreeMap<>(rules.folded() ? String.CASE_INSENSITIVE_ORDER : Comparator.naturalOrder());
        byName.putAll(columns);
        boolean returns = !key.isEmpty() && visible.stream().filter(ColumnDescription::key).count() == key.size()
                && (mariadb || settings.type() != DatabaseKind.MYSQL);
        // PostgreSQL keeps the types of a prepared statement's values, so that a changed table needs another text
        String quoted = schema() == null ? product.quoted(found.get(0))
                : product.quoted(schema()) + "." + product.quoted(found.get(0)) + " /* " + Integer.toHexString(version.hashCode()) + " */";
        return new SqlTable(found.get(0), List.copyOf(key.values()), columns, visible, byName, version, quoted, product.selected(visible),
                returns);
    }

    private ColumnDescription column(ResultSet row, Set<String> json) throws SQLException {
        String name = row.getString(2);
        String stored = json.contains(name) ? MySqlRules.JSON : row.getString(3);
        boolean made = row.getBoolean(7);
        String labels = row.getString(10);
        List<String> values = labels == null ? List.of()
                : LABEL.matcher(labels).results().map((MatchResult label) -> label.group(1).replace("''", "'")).toList();
        String other = row.getString(11);
        boolean shown = other != null && rules.allows(other.substring(0, other.lastIndexOf('.')));
        return new ColumnDescription(name, product.kind(stored).json, stored, row.getBoolean(4), row.getString(8) != null, made,
                made ? null : row.getString(5), shown ? other : null, values, row.getString(6));
    }

    /** Returns the names of the allowed tables, for messages. */
    List<String> names() throws SQLException {
        try (Connection connection = source.getConnection()) {
            return names(connection);
        }
    }

    private List<String> names(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        each(connection, queries.get("names"), row -> names.add(row.getString(1)), schema());
        names.removeIf(name -> !allows(name));
        return names;
    }

    /** Returns the schema of the tables; null where the product has none. */
    String schema() {
        return settings.type() == DatabaseKind.POSTGRESQL ? settings.schema() : null;
    }

    private static Map<String, String> queries(DatabaseKind product) {
        return Stream.of(DatabaseValues.resource("catalogue-" + product.name().toLowerCase(Locale.ROOT) + ".sql").split("-- name: "))
                .skip(1).map(query -> query.split("\n(--.*\n)*", 2)).collect(Collectors.toMap(query -> query[0], query -> query[1]));
    }

    /** Receives the rows of a query. */
    interface Rows {

        void take(ResultSet row) throws SQLException;
    }

    /** Reads the rows of a query about the catalogue. */
    static void each(Connection connection, String query, Rows rows, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
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
