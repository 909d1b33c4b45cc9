package dev.caravan.database;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** One call of a database tool on its way through the SQL routes; exchange property {@value #PROPERTY}. */
final class SqlCall {

    static final String PROPERTY = "sqlCall";

    private final SqlDatabase database;
    private final Table table;
    private final List<Column> columns = new ArrayList<>();
    private final List<Object> ids = new ArrayList<>();
    private Page page;
    private SqlStatement where;
    private List<Map<String, Object>> rows = List.of();
    private final List<Map<String, Object>> results = new ArrayList<>();
    private final ReadLimit readLimit;

    /** @param table null for a transaction, which may touch several */
    SqlCall(SqlDatabase database, Table table) {
        this.database = database;
        this.table = table;
        this.readLimit = new ReadLimit(database.settings().maxRead().toBytes());
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
    Field<?> bound(Column column, Object value) throws DatabaseFailure {
        if (column.generated()) {
            throw DatabaseFailure.query("database.generatedColumn", column.name());
        }
        return value == null ? DSL.field("null", Object.class) : database.rules().bound(column, value);
    }

    /** The table in a statement. */
    org.jooq.Table<Record> jooqTable() {
        DatabaseProperties.Database settings = database.settings();
        return DSL.table(settings.type() == DatabaseKind.POSTGRESQL ? DSL.name(settings.schema(), table.name()) : DSL.name(table.name()));
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

    Page page() {
        return page;
    }

    void page(Page page) {
        this.page = page;
    }

    /** What its filters mean, as the end of a statement. */
    SqlStatement where() {
        return where;
    }

    void where(SqlStatement where) {
        this.where = where;
    }

    List<Map<String, Object>> rows() {
        return rows;
    }

    /** What came out of the database, made JSON. */
    void rows(List<Map<String, Object>> found) {
        List<Map<String, Object>> all = new ArrayList<>(found.size());
        for (Map<String, Object> row : found) {
            Map<String, Object> view = new LinkedHashMap<>();
            columns.forEach(column -> view.put(column.name(), database.rules().json(column, row.get(column.name()))));
            all.add(view);
        }
        rows = all;
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
