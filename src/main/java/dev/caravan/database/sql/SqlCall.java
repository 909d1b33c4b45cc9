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
import java.util.Optional;
import org.apache.camel.Exchange;

/** One call of a database tool in the SQL flows. */
final class SqlCall extends PageCall {

    private final SqlDatabase database;
    private final Table table;
    private final List<Column> columns = new ArrayList<>();
    private final List<Column> place = new ArrayList<>();
    private final List<Object> ids = new ArrayList<>();
    private SqlStatement where;
    private Map<String, Object> arguments;
    private SqlUpsert upsert;
    private Optional<SqlStatement> settings = Optional.empty();
    private final List<Map<String, Object>> results = new ArrayList<>();
    private final ReadLimit readLimit;

    /** @param table null for a transaction, which may use several tables */
    SqlCall(SqlDatabase database, Table table) {
        this.database = database;
        this.table = table;
        this.readLimit = new ReadLimit(database.settings().maxRead().toBytes());
    }

    static SqlCall of(Exchange exchange) {
        return (SqlCall) exchange.getVariable(VARIABLE);
    }

    /** Opens a call on the table of the arguments. */
    static SqlCall on(SqlDatabase database, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        return new SqlCall(database, database.catalogue().table((String) arguments.get("table")));
    }

    /** Opens a call that relies on the types that the columns of the table have at this moment. */
    static SqlCall now(SqlDatabase database, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        return new SqlCall(database, database.catalogue().current((String) arguments.get("table")));
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

    SqlDatabase database() {
        return database;
    }

    Table table() {
        return table;
    }

    /** Returns the selected columns. */
    List<Column> columns() {
        return columns;
    }

    /** Returns the columns of the order of a page with {@code after}. Their stored values follow the selected columns in each row. */
    List<Column> place() {
        return place;
    }

    /** Returns the arguments of a query. */
    Map<String, Object> arguments() {
        return arguments;
    }

    void arguments(Map<String, Object> given) {
        this.arguments = given;
    }

    /** Returns the filters as the end of a statement. */
    SqlStatement where() {
        return where;
    }

    void where(SqlStatement where) {
        this.where = where;
    }

    /** Returns the state of an insert with {@code on}; null for all other calls. */
    SqlUpsert upsert() {
        return upsert;
    }

    void upsert(SqlUpsert begun) {
        this.upsert = begun;
    }

    /** Returns the statement that sets up the transaction of a caller's statements. Its result is not shown. */
    Optional<SqlStatement> settings() {
        return settings;
    }

    void settings(Optional<SqlStatement> before) {
        this.settings = before;
    }

    /** Converts the rows into JSON. Values have the order of the selected columns. */
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

    /** Returns the read limit of all statements of the call together. */
    ReadLimit readLimit() {
        return readLimit;
    }

    /** Returns the result of each statement of a transaction. */
    List<Map<String, Object>> results() {
        return results;
    }
}
