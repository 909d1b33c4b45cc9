package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.UpsertSpec;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * {@code INSERT … ON CONFLICT} in PostgreSQL. A new version of a row that replaces another one has the number of a transaction in {@code xmax}. Partitioned
 * tables don't return {@code xmax}. There, a first statement inserts the new rows, and a second one changes all.
 */
final class PostgresUpsert extends SqlUpsert {

    /** A column of the result. */
    private static final String INSERTED = "caravan:inserted";

    /** The index of the first row of each statement. */
    private final List<Integer> first = new ArrayList<>();
    private boolean partitioned;
    private int fresh;

    PostgresUpsert(SqlCall call, UpsertSpec spec) {
        super(call, spec);
    }

    @Override
    List<SqlStatement> statements() throws DatabaseFailure, SQLException {
        first.clear();
        int before = 0;
        List<SqlStatement> statements = new ArrayList<>();
        String returned = " returning " + SqlBatch.names(call(), hasKey() ? call().table().key() : spec().on());
        for (List<Map<String, Object>> rows : SqlBatch.groups(call(), spec().rows())) {
            List<String> changed = spec().changed(rows.get(0));
            String update = " do update set " + assignments(changed, "excluded.", "");
            if (changed.isEmpty() || partitioned) {
                statements.add(insert(rows, " do nothing" + returned));
            }
            if (!changed.isEmpty()) {
                statements.add(insert(rows, partitioned ? update : update + returned + ", (xmax = 0) as " + quoted(INSERTED)));
            }
            first.addAll(Collections.nCopies(statements.size() - first.size(), before));
            before += rows.size();
        }
        return statements;
    }

    private SqlStatement insert(List<Map<String, Object>> rows, String conflict) throws DatabaseFailure, SQLException {
        return SqlBatch.values(call(), rows).add(target()).add(conflict).statement();
    }

    @Override
    void ran(int number, Object body, Integer affected, List<Map<String, Object>> generated) {
        if (!(body instanceof List<?> rows)) {
            updated(affected - fresh);
            return;
        }
        fresh = rows.size();
        for (int i = 0; i < rows.size(); i++) {
            if (Boolean.FALSE.equals(((SqlRow) rows.get(i)).map().get(INSERTED))) {
                updated(1);
            } else {
                returned(first.get(number) + i, rows.get(i));
            }
        }
    }

    @Override
    boolean adaptsTo(Throwable thrown) {
        boolean adapts = !partitioned && SqlDialect.isUnsupported(thrown);
        partitioned |= adapts;
        return adapts;
    }
}
