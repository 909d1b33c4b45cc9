package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.Table;
import dev.caravan.database.UpsertSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** An insert with {@code on} in one SQL product. */
abstract class SqlUpsert extends SqlTransaction {

    private static final int MOST_ATTEMPTS = 5;

    protected final UpsertSpec spec;
    private final Map<Integer, Object> inserted = new HashMap<>();
    private int updated;
    private int attempts;

    SqlUpsert(SqlCall call, UpsertSpec spec) {
        super(call);
        this.spec = spec;
    }

    static SqlUpsert of(SqlCall call, Map<String, Object> arguments) throws Exception {
        UpsertSpec spec = UpsertSpec.of(arguments, call.table.key(), name -> call.column(name).name());
        spec.checkUnique(call.table.name(), SqlUniqueKeys.of(call.database, call.table));
        return switch (call.database.settings().type()) {
            case POSTGRESQL -> new PostgresUpsert(call, spec);
            case MYSQL -> new MySqlUpsert(call, spec);
            default -> new SqliteUpsert(call, spec);
        };
    }

    /** Makes the inserts of one attempt, in the order of the rows. */
    abstract List<SqlStatement> inserts() throws DatabaseFailure, SQLException;

    @Override
    final List<SqlStatement> statements() throws DatabaseFailure, SQLException {
        attempts++;
        inserted.clear();
        updated = 0;
        return inserts();
    }

    @Override
    final boolean mayRunAgain(Throwable thrown) {
        return attempts < MOST_ATTEMPTS && !Thread.currentThread().isInterrupted() && (SqlFailures.isOvertaken(thrown) || adaptsTo(thrown));
    }

    /** Returns whether other statements do the same where the database does not support these. */
    boolean adaptsTo(Throwable thrown) {
        return false;
    }

    /**
     * Records an inserted row, with the primary key that the database returned.
     *
     * @param row index in the rows of the spec
     */
    protected final void returned(int row, Object returned) {
        inserted(row, hasKey() ? id(returned) : null);
    }

    /**
     * @param row index in the rows of the spec
     * @param id  null for a table without a primary key
     */
    protected final void inserted(int row, Object id) {
        inserted.put(row, id);
    }

    protected final void updated(int count) {
        updated += count;
    }

    /** Returns the assignments of the columns to the values of the insert: {@code "a" = excluded."a", …}. */
    protected final String assignments(List<String> columns, String before, String after) {
        StringBuilder text = new StringBuilder();
        for (String column : columns) {
            String name = quoted(column);
            text.append(text.isEmpty() ? "" : ", ").append(name).append(" = ").append(before).append(name).append(after);
        }
        return text.toString();
    }

    protected final String quoted(String column) {
        return call.database.rules().quoted(column);
    }

    /** Returns the names of the columns of {@code on}, in parentheses. */
    protected final String target() {
        return " on conflict (" + names(spec.on()) + ")";
    }

    @Override
    final Map<String, Object> answer() {
        return spec.answer(inserted, updated);
    }

    /**
     * Reads the unique keys of a table, the primary key among them. Leaves out indexes that don't cover all rows and whole values: partial
     * indexes, and indexes of expressions or prefixes. Nothing is cached, because with MySQL a key that was dropped meanwhile would let
     * rows stand twice.
     */
    static final class SqlUniqueKeys {

        private static final String POSTGRESQL = "select i.indexrelid, a.attname from pg_catalog.pg_index i join pg_catalog.pg_class c on "
                + "c.oid = i.indrelid"
                + " join pg_catalog.pg_namespace n on n.oid = c.relnamespace cross join unnest(i.indkey) with ordinality k(number, place)"
                + " join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.number where n.nspname = ? and c.relname = ? "
                + "and i.indisunique and i.indisvalid"
                + " and i.indimmediate and i.indpred is null and i.indexprs is null and k.place <= i.indnkeyatts order by i.indisprimary "
                + "desc, i.indexrelid, k.place";
        private static final String MYSQL = "select index_name, case when sub_part is null then column_name end from "
                + "information_schema.statistics"
                + " where table_schema = coalesce(?, database()) and table_name = ? and non_unique = 0 order by index_name = 'PRIMARY' "
                + "desc, index_name, seq_in_index";
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
            try (Connection connection = database.catalogueSource().getConnection()) {
                SqlCatalogue.each(connection, switch (database.settings().type()) {
                    case POSTGRESQL -> POSTGRESQL;
                    case MYSQL -> MYSQL;
                    default -> SQLITE;
                }, row -> keys.computeIfAbsent("of " + row.getString(1), name -> new ArrayList<>()).add(row.getString(2)),
                        database.catalogue().schema(), table.name());
            }
            keys.values().removeIf(columns -> columns.contains(null));
            return new LinkedHashSet<>(keys.values());
        }
    }

    /**
     * {@code INSERT … ON CONFLICT} in SQLite, two for each row: the first one inserts the row if it is new, the second one changes it if
     * the first one did nothing. SQLite does not tell an insert from an update otherwise. No other writer comes between, because the first
     * statement locks the database.
     */
    static final class SqliteUpsert extends SqlUpsert {

        /** The index of the row for each statement that inserts; null for one that updates. */
        private final List<Integer> inserting = new ArrayList<>();

        SqliteUpsert(SqlCall call, UpsertSpec spec) {
            super(call, spec);
        }

        @Override
        List<SqlStatement> inserts() throws DatabaseFailure, SQLException {
            inserting.clear();
            List<SqlStatement> statements = new ArrayList<>();
            String returned = names(hasKey() ? call.table.key() : spec.on());
            List<Map<String, Object>> rows = spec.rows();
            for (int i = 0; i < rows.size(); i++) {
                Map<String, Object> row = rows.get(i);
                statements.add(values(List.of(row)).add(target()).add(" do nothing returning " + returned).statement());
                inserting.add(i);
                List<String> changed = spec.changed(row);
                if (!changed.isEmpty()) {
                    statements.add(values(List.of(row)).add(target())
                            .add(" do update set " + assignments(changed, "excluded.", "") + " where changes() = 0").statement());
                    inserting.add(null);
                }
            }
            return statements;
        }

        @Override
        void ran(int number, Object body, Integer affected, List<Map<String, Object>> generated) {
            if (inserting.get(number) == null) {
                updated(affected == null ? 0 : affected);
                return;
            }
            ((List<?>) body).forEach(row -> returned(inserting.get(number), row));
        }
    }
}
