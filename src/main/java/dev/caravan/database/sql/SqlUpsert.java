package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.UpsertSpec;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An insert with {@code on} in one SQL product: its statements, and what they did. The flows keep it in the variable {@value #VARIABLE}. */
public abstract class SqlUpsert {

    static final String VARIABLE = "upsert";

    private static final int MOST_ATTEMPTS = 5;

    private final SqlCall call;
    private final UpsertSpec spec;
    private final Map<Integer, Object> inserted = new HashMap<>();
    private int updated;
    private int statement;
    private int attempts;
    private boolean open = true;

    SqlUpsert(SqlCall call, UpsertSpec spec) {
        this.call = call;
        this.spec = spec;
    }

    static SqlUpsert of(SqlCall call, UpsertSpec spec) {
        return switch (call.database().settings().type()) {
            case POSTGRESQL -> new PostgresUpsert(call, spec);
            case MYSQL -> new MySqlUpsert(call, spec);
            default -> new SqliteUpsert(call, spec);
        };
    }

    /** Makes the statements of one transaction, in the order of the rows. */
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

    /** Begins an attempt. */
    List<SqlStatement> begin() throws DatabaseFailure, SQLException {
        attempts++;
        inserted.clear();
        updated = 0;
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

    void committed() {
        open = false;
    }

    /** Returns whether the transaction may run again after this failure. */
    final boolean mayRunAgain(Throwable thrown) {
        return attempts < MOST_ATTEMPTS && !Thread.currentThread().isInterrupted() && (SqlDialect.isOvertaken(thrown) || adaptsTo(thrown));
    }

    /** Returns whether other statements do the same where the database does not support these. */
    boolean adaptsTo(Throwable thrown) {
        return false;
    }

    protected final SqlCall call() {
        return call;
    }

    protected final UpsertSpec spec() {
        return spec;
    }

    /**
     * Records an inserted row, with the primary key that the database returned.
     *
     * @param row index in the rows of the spec
     */
    protected final void returned(int row, Object returned) {
        inserted(row, hasKey() ? SqlBatch.id(call, returned) : null);
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

    protected final boolean hasKey() {
        return !call.table().key().isEmpty();
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
        return call.database().rules().quoted(column);
    }

    /** Returns the names of the columns of {@code on}, in parentheses. */
    protected final String target() {
        return " on conflict (" + SqlBatch.names(call, spec.on()) + ")";
    }

    Map<String, Object> answer() {
        return spec.answer(inserted, updated);
    }
}
