package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import dev.caravan.database.sql.Sql.SqlCall;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Changes each row that exists, and inserts each other row; if none exists, all at once. The database itself compares the unique key. If
 * another transaction inserts the same row meanwhile, or the database ends the transaction because of another one, all of it runs again.
 */
final class SqlUpsert extends SqlTransaction {

    private static final int MOST_ATTEMPTS = 5;

    private final UpsertSpec spec;
    private final List<Map<String, Object>> rows;
    private final Map<Integer, Object> inserted = new HashMap<>();
    private int updated;
    private int row;
    private boolean inserting;
    private int attempts;

    /** Whether the next statement asks if any of the rows exists. */
    private boolean asking;

    /** The rows of each INSERT if none of the rows exists; null otherwise. */
    private Iterator<List<Map<?, ?>>> fresh;
    private List<Map<?, ?>> together;

    /** The row that was a duplicate in the last attempt; -1 for none. */
    private int duplicate = -1;

    SqlUpsert(SqlCall call, UpsertSpec spec) {
        super(call);
        this.spec = spec;
        this.rows = spec.rows();
    }

    @Override
    void begin() {
        attempts++;
        inserted.clear();
        updated = 0;
        row = 0;
        inserting = false;
        asking = attempts == 1 && rows.size() > 1 && spec.on().size() == 1
                && call.database.settings().type() != DatabaseKind.SQLITE; // there a transaction must begin with a write
        fresh = null;
    }

    @Override
    SqlStatement next() throws DatabaseFailure, SQLException {
        if (row == rows.size()) {
            return null;
        }
        if (asking) {
            return anyOf(call.column(spec.on().get(0)));
        }
        if (fresh != null) {
            together = fresh.next();
            return insert(together);
        }
        Map<String, Object> values = rows.get(row);
        if (inserting) {
            return insert(List.of(values));
        }
        List<String> changed = spec.changed(values);
        SqlStatement.Writer update = new SqlStatement.Writer();
        if (changed.isEmpty()) {
            update.add("select 1 from ").add(call.tableName());
        } else {
            update.add("update ").add(call.tableName()).add(" set ").add(pairs(values, changed, ", "));
        }
        return update.add(" where ").add(pairs(values, spec.on(), " and ")).statement();
    }

    private SqlStatement anyOf(ColumnDescription column) throws DatabaseFailure {
        SqlStatement.Writer any = new SqlStatement.Writer().add("select 1 from ").add(call.tableName()).add(" where ")
                .add(call.database.rules().name(column));
        for (int i = 0; i < rows.size(); i++) {
            any.add(i == 0 ? " in (" : ", ").add(call.bound(column, rows.get(i).get(column.name())));
        }
        return any.add(") limit 1").statement();
    }

    private SqlStatement pairs(Map<String, Object> values, List<String> names, String between) throws DatabaseFailure, SQLException {
        SqlStatement.Writer pairs = new SqlStatement.Writer();
        for (String name : names) {
            ColumnDescription column = call.column(name);
            pairs.add(name.equals(names.get(0)) ? "" : between).add(call.database.rules().name(column)).add(" = ")
                    .add(call.bound(column, values.get(name)));
        }
        return pairs.statement();
    }

    @Override
    void ran(List<SqlRow> returned, int affected, List<Map<String, Object>> generated) {
        if (asking) {
            asking = false;
            fresh = returned.isEmpty() ? groups(new ArrayList<>(rows)).iterator() : null;
            return;
        }
        if (fresh != null) {
            inserted(together, returned, generated);
            return;
        }
        Map<String, Object> values = rows.get(row);
        boolean changes = !spec.changed(values).isEmpty();
        if (!inserting && (changes ? affected : returned.size()) == 0) {
            inserting = true;
            return;
        }
        if (inserting) {
            inserted(List.of(values), returned, generated);
        } else {
            updated += changes ? 1 : 0;
            row++;
        }
        inserting = false;
    }

    private void inserted(List<Map<?, ?>> some, List<SqlRow> returned, List<Map<String, Object>> generated) {
        List<Object> ids = hasKey() ? ids(returned, generated) : List.of();
        for (int i = 0; i < some.size(); i++) {
            Object given = given(some.get(i));
            inserted.put(row++, ids.size() != some.size() || returned == null && given != null ? given : ids.get(i));
        }
    }

    @Override
    boolean mayRunAgain(Throwable thrown) {
        boolean again = SqlFailures.isOvertaken(thrown) || SqlFailures.isDuplicate(thrown) && duplicate != row;
        duplicate = row;
        return again && attempts < MOST_ATTEMPTS && !Thread.currentThread().isInterrupted();
    }

    @Override
    Map<String, Object> answer() {
        return spec.answer(inserted, updated);
    }
}
