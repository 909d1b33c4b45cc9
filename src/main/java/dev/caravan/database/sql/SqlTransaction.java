package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Table.Column;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Statements that run in one transaction, and what they did. The flows keep it in the variable {@value #VARIABLE}. */
public abstract class SqlTransaction {

    static final String VARIABLE = "transaction";

    /** Maximum parameters of a statement. PostgreSQL and MariaDB allow 65,535, SQLite 32,766. */
    private static final int MOST_PARAMETERS = 30_000;

    protected final SqlCall call;
    private int statement;
    private boolean open = true;

    SqlTransaction(SqlCall call) {
        this.call = call;
    }

    /** Makes the statements of one attempt. */
    abstract List<SqlStatement> statements() throws DatabaseFailure, SQLException;

    /**
     * Collects the result of a statement.
     *
     * @param number    index of the statement in {@link #statements}
     * @param body      rows of the statement, or anything else
     * @param affected  how many rows the statement changed; null if the database doesn't say
     * @param generated generated keys; null for none
     */
    abstract void ran(int number, Object body, Integer affected, List<Map<String, Object>> generated) throws DatabaseFailure;

    abstract Map<String, Object> answer();

    /** Returns whether the transaction may run again after this failure. */
    boolean mayRunAgain(Throwable thrown) {
        return false;
    }

    final List<SqlStatement> begin() throws DatabaseFailure, SQLException {
        statement = 0;
        return statements();
    }

    final void ran(Object body, Integer affected, List<Map<String, Object>> generated) throws DatabaseFailure {
        ran(statement++, body, affected, generated);
    }

    /** Returns whether the transaction has not been committed. */
    public boolean isOpen() {
        return open;
    }

    final void committed() {
        open = false;
    }

    protected final boolean hasKey() {
        return call.table != null && !call.table.key().isEmpty();
    }

    /** Returns whether an INSERT returns the keys of all its rows. */
    protected final boolean isReturning() {
        return hasKey() && call.database.catalogue().returning();
    }

    /** Returns whether the driver has to ask for the key of an inserted row. */
    boolean isGenerating() {
        return hasKey() && !isReturning();
    }

    /**
     * Divides rows, in their order, into those that share an INSERT: adjacent rows with the same columns, as many as a statement has
     * parameters for.
     */
    protected final <T extends Map<?, ?>> List<List<T>> groups(List<T> rows) {
        List<List<T>> groups = new ArrayList<>();
        List<T> together = new ArrayList<>();
        for (T next : rows) {
            // MySQL returns one generated key for each statement
            boolean alone = isGenerating() && !next.keySet().containsAll(call.table.key());
            boolean same = together.isEmpty() || !next.isEmpty() && together.get(0).keySet().equals(next.keySet()) && !alone;
            if (!same || (long) (together.size() + 1) * Math.max(1, next.size()) > MOST_PARAMETERS) {
                groups.add(together);
                together = new ArrayList<>();
            }
            together.add(next);
        }
        groups.add(together);
        return groups;
    }

    /** Begins an INSERT of rows with the same columns: {@code insert into … values …}. */
    protected final SqlStatement.Writer values(List<? extends Map<?, ?>> rows) throws DatabaseFailure, SQLException {
        return values(rows, UnaryOperator.identity());
    }

    /** @param first changes the first value of each row */
    protected final SqlStatement.Writer values(List<? extends Map<?, ?>> rows, UnaryOperator<SqlStatement> first)
            throws DatabaseFailure, SQLException {
        SqlStatement.Writer insert = new SqlStatement.Writer().add("insert into ").add(call.tableName());
        if (rows.get(0).isEmpty()) {
            return insert.add(call.database.rules().defaults());
        }
        List<Column> columns = new ArrayList<>();
        for (Object name : rows.get(0).keySet()) {
            columns.add(call.column((String) name));
        }
        insert.add(" (").add(names(columns.stream().map(Column::name).toList())).add(") values ");
        for (int i = 0; i < rows.size(); i++) {
            insert.add(i == 0 ? "(" : ", (");
            int place = 0;
            for (Object name : rows.get(0).keySet()) {
                SqlStatement value = call.bound(columns.get(place), rows.get(i).get(name));
                insert.add(place == 0 ? "" : ", ").add(place == 0 ? first.apply(value) : value);
                place++;
            }
            insert.add(")");
        }
        return insert;
    }

    /** Returns the quoted names of columns, separated by commas. */
    protected final String names(List<String> columns) {
        return columns.stream().map(call.database.rules()::quoted).collect(Collectors.joining(", "));
    }

    /**
     * Returns the primary key of a row.
     *
     * @param found a row of the database, or the generated keys of one
     */
    protected final Object id(Object found) {
        Map<?, ?> row = found instanceof SqlRow returned ? returned.map() : (Map<?, ?>) found;
        List<String> key = call.table.key();
        if (key.size() > 1) {
            return shown(row, key);
        }
        Object value = row.containsKey(key.get(0)) ? row.get(key.get(0)) : row.values().iterator().next();
        return shown(key.get(0), value);
    }

    /** Returns values of a row of the database as JSON has them. */
    protected final Map<String, Object> shown(Map<?, ?> row, List<String> columns) {
        Map<String, Object> shown = new LinkedHashMap<>();
        columns.forEach(column -> shown.put(column, shown(column, row.get(column))));
        return shown;
    }

    private Object shown(String column, Object value) {
        boolean plain = value == null || value instanceof Number || value instanceof String || value instanceof Boolean
                || value instanceof byte[];
        return call.database.rules().json(call.table.columns().get(column), plain ? value : value.toString());
    }

    /** Returns the primary key that the caller gave. */
    protected final Object given(Map<?, ?> values) {
        List<String> key = call.table.key();
        if (key.size() == 1) {
            return values.get(key.get(0));
        }
        Map<String, Object> id = new LinkedHashMap<>();
        key.forEach(column -> id.put(column, values.get(column)));
        return id;
    }
}
