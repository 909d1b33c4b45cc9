package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * {@code INSERT … ON CONFLICT} in PostgreSQL. A new version of a row that replaces another one has the number of a transaction in
 * {@code xmax}. Partitioned tables don't return {@code xmax}. There, a first statement inserts the new rows, and a second one changes all.
 */
final class PostgresUpsert extends SqlUpsert {

    /** A column of the result. */
    private static final String INSERTED = "caravan:inserted";

    /** The rows of each statement. */
    private final List<Sent> sent = new ArrayList<>();
    private boolean partitioned;
    private int fresh;

    /**
     * Rows of one statement.
     *
     * @param first index of the first one in the rows of the spec
     */
    private record Sent(int first, int count) {
    }

    PostgresUpsert(SqlCall call, UpsertSpec spec) {
        super(call, spec);
    }

    @Override
    List<SqlStatement> inserts() throws DatabaseFailure, SQLException {
        sent.clear();
        int before = 0;
        List<SqlStatement> statements = new ArrayList<>();
        String returned = " returning " + names(Stream.concat(call.table.key().stream(), spec.on().stream()).distinct().toList());
        for (List<Map<String, Object>> rows : groups(spec.rows())) {
            List<String> changed = spec.changed(rows.get(0));
            String update = " do update set " + assignments(changed, "excluded.", "");
            if (changed.isEmpty() || partitioned) {
                statements.add(insert(rows, " do nothing" + returned));
            }
            if (!changed.isEmpty()) {
                statements.add(insert(rows, partitioned ? update : update + returned + ", (xmax = 0) as " + quoted(INSERTED)));
            }
            sent.addAll(Collections.nCopies(statements.size() - sent.size(), new Sent(before, rows.size())));
            before += rows.size();
        }
        return statements;
    }

    private SqlStatement insert(List<Map<String, Object>> rows, String conflict) throws DatabaseFailure, SQLException {
        return values(rows).add(target()).add(conflict).statement();
    }

    @Override
    void ran(int number, Object body, Integer affected, List<Map<String, Object>> generated) {
        if (!(body instanceof List<?> rows)) {
            updated(affected - fresh);
            return;
        }
        fresh = rows.size();
        List<Map<String, Object>> found = rows.stream().map(row -> shown(((SqlRow) row).map(), spec.on())).toList();
        List<Integer> places = spec.places(sent.get(number).first(), sent.get(number).count(), found);
        for (int i = 0; i < rows.size(); i++) {
            if (Boolean.FALSE.equals(((SqlRow) rows.get(i)).map().get(INSERTED))) {
                updated(1);
            } else {
                returned(places.get(i), rows.get(i));
            }
        }
    }

    @Override
    boolean adaptsTo(Throwable thrown) {
        boolean adapts = !partitioned && SqlFailures.isUnsupported(thrown);
        partitioned |= adapts;
        return adapts;
    }
}
