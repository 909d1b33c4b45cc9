package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.UpsertSpec;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code INSERT … ON CONFLICT} in SQLite, two for each row: the first one inserts the row if it is new, the second one changes it if the first one did
 * nothing. SQLite does not tell an insert from an update otherwise. No other writer comes between, because the first statement locks the database.
 */
final class SqliteUpsert extends SqlUpsert {

    /** The index of the row for each statement that inserts; null for one that updates. */
    private final List<Integer> inserting = new ArrayList<>();

    SqliteUpsert(SqlCall call, UpsertSpec spec) {
        super(call, spec);
    }

    @Override
    List<SqlStatement> inserts() throws DatabaseFailure, SQLException {
        inserting.clear();
        List<SqlStatement> statements = new ArrayList<>();
        String returned = names(hasKey() ? call().table.key() : spec().on());
        List<Map<String, Object>> rows = spec().rows();
        for (int i = 0; i < rows.size(); i++) {
            Map<String, Object> row = rows.get(i);
            statements.add(values(List.of(row)).add(target()).add(" do nothing returning " + returned).statement());
            inserting.add(i);
            List<String> changed = spec().changed(row);
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
