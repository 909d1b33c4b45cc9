package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.Column;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.PageCall;
import dev.caravan.database.ReadLimit;
import dev.caravan.database.Table;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;

/** One call of a database tool on its way through the SQL routes; exchange property {@value #PROPERTY}. */
final class SqlCall extends PageCall {

    static final String PROPERTY = "sqlCall";

    private final SqlDatabase database;
    private final Table table;
    private final List<Column> columns = new ArrayList<>();
    private final List<Object> ids = new ArrayList<>();
    private SqlStatement where;
    private final List<Map<String, Object>> results = new ArrayList<>();
    private final ReadLimit readLimit;

    /** @param table null for a transaction, which may touch several */
    SqlCall(SqlDatabase database, Table table) {
        this.database = database;
        this.table = table;
        this.readLimit = new ReadLimit(database.settings().maxRead().toBytes());
    }

    static SqlCall of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, SqlCall.class);
    }

    /** A call on the table that the arguments name; it is in the exchange from here on. */
    static SqlCall open(SqlDatabase database, Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure, SQLException {
        SqlCall call = new SqlCall(database, database.catalogue().table((String) arguments.get("table")));
        exchange.setProperty(PROPERTY, call);
        return call;
    }

    /** The column of that name. */
    Column column(String name) throws DatabaseFailure, SQLException {
        return database.catalogue().column(table, name);
    }

    /** A value to be stored, null too. */
    SqlStatement bound(Column column, Object value) throws DatabaseFailure {
        if (column.generated()) {
            throw DatabaseFailure.query("database.generatedColumn", column.name());
        }
        return value == null ? SqlStatement.of("null") : database.rules().bound(column, value);
    }

    /** The table in a statement. */
    String tableName() {
        DatabaseProperties.Database settings = database.settings();
        String name = database.rules().quoted(table.name());
        return settings.type() == DatabaseKind.POSTGRESQL ? database.rules().quoted(settings.schema()) + "." + name : name;
    }

    SqlDatabase database() {
        return database;
    }

    Table table() {
        return table;
    }

    /** Those that are selected. */
    List<Column> columns() {
        return columns;
    }

    /** What its filters mean, as the end of a statement. */
    SqlStatement where() {
        return where;
    }

    void where(SqlStatement where) {
        this.where = where;
    }

    /** Takes what came out of the database as JSON; values are in the order of the columns that were selected. */
    void read(List<SqlRow> found) {
        List<ObjectNode> rows = new ArrayList<>(found.size());
        for (SqlRow row : found) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            for (int i = 0; i < columns.size(); i++) {
                object.set(columns.get(i).name(), database.rules().node(columns.get(i), row.values()[i]));
            }
            rows.add(object);
        }
        rows(rows);
    }

    List<Object> ids() {
        return ids;
    }

    /** Of all statements together. */
    ReadLimit readLimit() {
        return readLimit;
    }

    /** What each statement of a transaction came to. */
    List<Map<String, Object>> results() {
        return results;
    }
}
