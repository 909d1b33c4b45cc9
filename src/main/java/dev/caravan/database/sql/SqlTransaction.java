package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import dev.caravan.database.sql.Sql.SqlCall;
import dev.caravan.json.JsonMappers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Statements that run in one transaction, one after the other, and what they did. The flows keep it in the variable {@value #VARIABLE}. */
public abstract class SqlTransaction {

    static final String VARIABLE = "transaction";

    private static final ObjectMapper JSON = JsonMappers.exact();

    /** Maximum number of values in one statement. PostgreSQL allows 65,535, SQLite 32,766. */
    private static final int MOST_PARAMETERS = 30_000;

    protected final SqlCall call;
    private boolean open = true;
    private boolean done;

    SqlTransaction(SqlCall call) {
        this.call = call;
    }

    /** Begins with the first statement, also when the transaction runs again. */
    abstract void begin() throws DatabaseFailure, SQLException;

    /** Returns the statement to run; null after the last one. */
    abstract SqlStatement next() throws DatabaseFailure, SQLException;

    /**
     * Takes what the statement did.
     *
     * @param rows      what it returned; null for nothing
     * @param affected  how many rows it inserted, matched or deleted
     * @param generated the keys that the database generated, without RETURNING
     */
    abstract void ran(List<SqlRow> rows, int affected, List<Map<String, Object>> generated);

    abstract Map<String, Object> answer();

    /** Returns whether the whole transaction, which failed, should run once more. */
    boolean mayRunAgain(Throwable thrown) {
        return false;
    }

    final SqlStatement advance() throws DatabaseFailure, SQLException {
        SqlStatement next = next();
        done = next == null;
        return next;
    }

    /** Returns whether the last statement has run, so that the transaction may be committed. */
    final boolean isDone() {
        return done;
    }

    public boolean isOpen() {
        return open;
    }

    final void committed() {
        open = false;
    }

    protected final boolean hasKey() {
        return call.table != null && !call.table.key().isEmpty();
    }

    private boolean isReturning() {
        return hasKey() && call.database.catalogue().returning();
    }

    /** Returns whether the driver is asked for the generated key of an INSERT. */
    final boolean isGenerating() {
        return hasKey() && !isReturning();
    }

    /** Groups rows with the same columns that follow each other, for one INSERT each. */
    protected final List<List<Map<?, ?>>> groups(List<Map<?, ?>> rows) {
        List<List<Map<?, ?>>> groups = new ArrayList<>();
        List<Map<?, ?>> together = new ArrayList<>();
        for (Map<?, ?> next : rows) {
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

    /** Makes the INSERT of rows with the same columns. It returns their keys, where the database can. */
    protected final SqlStatement insert(List<? extends Map<?, ?>> rows) throws DatabaseFailure, SQLException {
        SqlStatement.Writer insert = new SqlStatement.Writer().add("insert into ").add(call.tableName());
        List<ColumnDescription> columns = new ArrayList<>();
        for (Object name : rows.get(0).keySet()) {
            columns.add(call.column((String) name));
        }
        if (columns.isEmpty()) {
            insert.add(call.database.rules().defaults());
        } else {
            insert.add(" (").add(names(columns.stream().map(ColumnDescription::name).toList())).add(") values ");
        }
        for (int i = 0; i < rows.size() && !columns.isEmpty(); i++) {
            insert.add(i == 0 ? "(" : ", (");
            int place = 0;
            for (Object name : rows.get(0).keySet()) {
                insert.add(place == 0 ? "" : ", ").add(call.bound(columns.get(place++), rows.get(i).get(name)));
            }
            insert.add(")");
        }
        return (isReturning() ? insert.add(" returning ").add(names(call.table.key())) : insert).statement();
    }

    private String names(List<String> columns) {
        return columns.stream().map(call.database.rules()::quoted).collect(Collectors.joining(", "));
    }

    /** Returns the ids of inserted rows: the value of a key of one column, otherwise an object. */
    protected final List<Object> ids(List<SqlRow> rows, List<Map<String, Object>> generated) {
        List<Object> ids = new ArrayList<>();
        for (Object row : rows != null ? rows : generated == null ? List.of() : generated) {
            JsonNode found = row instanceof SqlRow returned ? returned.object() : JSON.valueToTree(row);
            List<String> key = call.table.key();
            ids.add(key.size() > 1 ? found : found.has(key.get(0)) ? found.get(key.get(0)) : found.elements().next());
        }
        return ids;
    }

    /** Returns the id of a row that has the values of its key; null for another row. */
    protected final Object given(Map<?, ?> values) {
        List<String> key = hasKey() ? call.table.key() : List.of();
        if (key.isEmpty() || !values.keySet().containsAll(key)) {
            return null;
        }
        Map<String, Object> id = new LinkedHashMap<>();
        key.forEach(column -> id.put(column, values.get(column)));
        return key.size() == 1 ? values.get(key.get(0)) : id;
    }
}
