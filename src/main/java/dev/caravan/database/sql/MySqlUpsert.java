package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import dev.caravan.envelope.Text;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code INSERT … ON DUPLICATE KEY UPDATE} in MySQL and MariaDB. They count an insert like an update that changes nothing, and the clause
 * means any unique key. So the statement itself counts its rows in a variable of the connection. The clause notes the number of each row
 * that existed, with a mark if the row has the same values in another key.
 */
final class MySqlUpsert extends SqlUpsert {

    private static final String ROW = "@caravan_row";
    private static final String NOTES = "@caravan_notes";
    private static final String OTHER_KEY = "!";

    private final List<List<Map<String, Object>>> groups;
    /** The returned keys in the order of the rows; null where the database returned none. */
    private final List<Object> keys = new ArrayList<>();

    MySqlUpsert(SqlCall call, UpsertSpec spec) {
        super(call, spec);
        this.groups = groups(spec.rows());
    }

    @Override
    List<SqlStatement> inserts() throws DatabaseFailure, SQLException {
        keys.clear();
        List<SqlStatement> statements = new ArrayList<>();
        statements.add(SqlStatement.of("set " + ROW + " = 0, " + NOTES + " = ''"));
        for (List<Map<String, Object>> rows : groups) {
            statements.add(insert(rows));
        }
        statements.add(SqlStatement.of("select " + NOTES));
        return statements;
    }

    private SqlStatement insert(List<Map<String, Object>> rows) throws DatabaseFailure, SQLException {
        StringBuilder same = new StringBuilder();
        for (String column : spec.on()) {
            same.append(same.isEmpty() ? "" : " and ").append(quoted(column)).append(" <=> values(").append(quoted(column)).append(")");
        }
        String first = quoted(spec.on().get(0));
        SqlStatement.Writer insert = values(rows, value -> value.between("if((" + ROW + " := " + ROW + " + 1) > 0, ", ", null)"))
                .add(" on duplicate key update " + first + " = if(length(" + NOTES + " := concat(" + NOTES + ", if(" + same + ", '', '"
                        + OTHER_KEY + "'), " + ROW + ", ',')), "
                        + first + ", " + first + ")");
        List<String> changed = spec.changed(rows.get(0));
        if (!changed.isEmpty()) {
            insert.add(", " + assignments(changed, "values(", ")"));
        }
        if (isReturning()) {
            insert.add(" returning ").add(names(call.table.key()));
        }
        return insert.statement();
    }

    @Override
    void ran(int number, Object body, Integer affected, List<Map<String, Object>> generated) throws DatabaseFailure {
        if (number > groups.size()) {
            count(String.valueOf(((SqlRow) ((List<?>) body).get(0)).values()[0]));
        } else if (number > 0) {
            List<?> returned = body instanceof List<?> rows ? rows : generated == null ? List.of() : generated;
            for (int i = 0; i < groups.get(number - 1).size(); i++) {
                keys.add(i < returned.size() ? returned.get(i) : null);
            }
        }
    }

    /** @param notes the numbers of the rows that existed, each followed by a comma */
    private void count(String notes) throws DatabaseFailure {
        Set<Integer> existed = new HashSet<>();
        for (String note : notes.split(",")) {
            if (note.startsWith(OTHER_KEY)) {
                throw DatabaseFailure.of(Type.INTEGRITY, Text.of("database.upsert.otherKey",
                        spec.number(Integer.parseInt(note.substring(1)) - 1)));
            }
            if (!note.isEmpty()) {
                existed.add(Integer.valueOf(note));
            }
        }
        List<String> key = call.table.key();
        List<Map<String, Object>> rows = spec.rows();
        for (int i = 0; i < keys.size(); i++) {
            Map<String, Object> row = rows.get(i);
            if (existed.contains(i + 1)) {
                updated(spec.changed(row).isEmpty() ? 0 : 1);
            } else if (hasKey() && row.keySet().containsAll(key)) {
                inserted(i, given(row));
            } else {
                inserted(i, hasKey() && keys.get(i) != null ? id(keys.get(i)) : null);
            }
        }
    }
}
