package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.PageCall;
import dev.caravan.database.Table;
import dev.caravan.database.Table.Column;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One call of a database tool in the SQL flows. */
final class SqlCall extends PageCall {

    final SqlDatabase database;
    final Table table;
    final List<Column> columns = new ArrayList<>();
    final List<Column> place = new ArrayList<>();
    SqlStatement where;
    Map<String, Object> arguments;
    boolean more;

    /** @param table null for a transaction, which may use several tables */
    SqlCall(SqlDatabase database, Table table) {
        this.database = database;
        this.table = table;
    }

    /** Returns the column of that name. */
    Column column(String name) throws DatabaseFailure, SQLException {
        return database.catalogue().column(table, name);
    }

    /** Returns the placeholder and value to store, which may be null. */
    SqlStatement bound(Column column, Object value) throws DatabaseFailure {
        if (column.generated()) {
            throw DatabaseFailure.query("database.generatedColumn", column.name());
        }
        return value == null ? SqlStatement.of("null") : database.rules().bound(column, value);
    }

    /** Returns the quoted name of the table for a statement. */
    String tableName() {
        DatabaseProperties.Database settings = database.settings();
        String name = database.rules().quoted(table.name());
        return settings.type() == DatabaseKind.POSTGRESQL ? database.rules().quoted(settings.schema()) + "." + name : name;
    }

    /** Remembers the arguments of a query, and its filters as the end of a statement. */
    void query(Map<String, Object> given, SqlStatement filters) {
        arguments = given;
        where = filters;
    }

    /** Leaves out the row after the page. The failure before shows that this row exists. */
    void withoutNext() {
        page(page(), page().limit());
        more = true;
    }

    /** Converts the rows into JSON. Values have the order of the selected columns. */
    List<ObjectNode> read(List<SqlRow> found) {
        List<ObjectNode> rows = new ArrayList<>(found.size());
        for (SqlRow row : found) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            for (int i = 0; i < columns.size(); i++) {
                object.set(columns.get(i).name(), database.rules().node(columns.get(i), row.values()[i]));
            }
            rows.add(object);
        }
        return rows;
    }
}
