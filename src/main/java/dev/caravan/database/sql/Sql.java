package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.Cursors;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.Filters;
import dev.caravan.database.PageCall;
import dev.caravan.database.PageSpec;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import dev.caravan.database.sql.SqlCatalogue.SqlTable;
import dev.caravan.database.sql.SqlRules.SqlConditions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.apache.camel.component.sql.SqlConstants;
import org.springframework.stereotype.Component;

/**
 * The steps between the arguments of the SQL tools and the statements that camel-sql runs. The first step has the arguments as body. Names
 * in statements come from the catalogue and are quoted; values are parameters.
 */
@Component("sql")
public record Sql(SqlDriver databases) {

    /** Looks up the table of the arguments, with its columns. */
    public SqlCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name)
            throws DatabaseFailure, SQLException {
        SqlDatabase database = databases.get(name);
        return new SqlCall(database, database.catalogue().table((String) arguments.get("table")));
    }

    /** Looks up the table of the arguments for a write, with the types that its columns have at this moment. */
    public SqlCall write(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name)
            throws DatabaseFailure, SQLException {
        SqlDatabase database = databases.get(name);
        return new SqlCall(database, database.catalogue().current((String) arguments.get("table")));
    }

    /** Translates the arguments of a query tool into a SELECT. */
    public SqlStatement select(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SqlCall call, Exchange exchange)
            throws DatabaseFailure, SQLException {
        return select(call, PageSpec.of(arguments, exchange), arguments).alone(exchange);
    }

    /** Makes the statement that counts the matches. */
    public SqlStatement count(@Variable(PageCall.VARIABLE) SqlCall call, Exchange exchange) {
        return call.where.between("select count(*) from " + call.tableName(), "").alone(exchange);
    }

    /** Shapes the page with its count. The body is the count. */
    public Map<String, Object> counted(@Body List<SqlRow> counted, @Variable(PageCall.VARIABLE) SqlCall call) {
        return call.counted(counted.get(0).values()[0].longValue());
    }

    /** Makes the SELECT again without the row after the page. */
    public SqlStatement selectPage(@Variable(PageCall.VARIABLE) SqlCall call, Exchange exchange) throws DatabaseFailure, SQLException {
        call.withoutNext();
        return select(call).alone(exchange);
    }

    /** Makes the SELECT again for a table whose columns have changed. */
    public SqlStatement selectAgain(@Variable(PageCall.VARIABLE) SqlCall before, @ExchangeProperty("database") String name,
            Exchange exchange)
            throws DatabaseFailure, SQLException {
        SqlCall call = write(before.arguments, name);
        exchange.setVariable(PageCall.VARIABLE, call);
        return select(call, before.page(), before.arguments).alone(exchange);
    }

    /** Translates the arguments of an update tool into an UPDATE. A filter is required. */
    public SqlStatement update(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SqlCall call, Exchange exchange)
            throws DatabaseFailure, SQLException {
        Filters.require(arguments);
        SqlStatement.Writer update = new SqlStatement.Writer().add("update ").add(call.tableName());
        String before = " set ";
        for (Map.Entry<?, ?> change : ((Map<?, ?>) arguments.get("data")).entrySet()) {
            ColumnDescription column = call.column((String) change.getKey());
            update.add(before).add(call.database.rules().name(column)).add(" = ").add(call.bound(column, change.getValue()));
            before = ", ";
        }
        return update.add(where(call, arguments)).statement().alone(exchange);
    }

    public Map<String, Object> updated(@Header(SqlConstants.SQL_UPDATE_COUNT) int affected) {
        return Map.of("updated_count", affected);
    }

    /** Translates the arguments of a delete tool into a DELETE. A filter is required. */
    public SqlStatement delete(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SqlCall call, Exchange exchange)
            throws DatabaseFailure, SQLException {
        Filters.require(arguments);
        return where(call, arguments).between("delete from " + call.tableName(), "").alone(exchange);
    }

    public Map<String, Object> deleted(@Header(SqlConstants.SQL_UPDATE_COUNT) int affected) {
        return Map.of("deleted_count", affected);
    }

    /** Returns whether a query failed because the columns of its table have changed. */
    public boolean isChanged(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown, @Variable(PageCall.VARIABLE) SqlCall call)
            throws DatabaseFailure, SQLException {
        return SqlFailures.mayBeOutdated(thrown) && !call.database.catalogue().tableNow(call.table.name()).equals(call.table);
    }

    /** Returns whether a page exceeded the driver's limit, or the row after the page alone is too large. */
    public boolean isTooMuch(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown, @Variable(PageCall.VARIABLE) SqlCall call) {
        return SqlFailures.isTooMuch(thrown) || isTooMuchBeyond(thrown, call);
    }

    /** Returns whether a row was too large that may be the row after the page. */
    public boolean isTooMuchBeyond(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown,
            @Variable(PageCall.VARIABLE) SqlCall call) {
        return call.asked() > call.page().limit() && (SqlFailures.isTooMuch(thrown) || SqlFailures.isOneRow(thrown));
    }

    /**
     * Shapes the rows, up to the limit, as {@code {data, count, has_more}}. The call stays uncounted if the page does not show the number
     * of matches.
     */
    public Map<String, Object> page(@Body List<SqlRow> found, @Variable(PageCall.VARIABLE) SqlCall call) throws DatabaseFailure {
        List<SqlRow> read = BoundedRows.read(found);
        List<SqlRow> rows = read.size() > call.page().limit() ? read.subList(0, call.page().limit()) : read;
        boolean more = call.more || rows.size() < found.size();
        return call.answer(call.read(rows), more, call.isKnown(more, found.size()));
    }

    private static SqlStatement select(SqlCall call, PageSpec page, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        Filters filters = filters(call, arguments);
        call.arguments = arguments;
        call.where = where(call, filters);
        call.page(page, page.asked(filters.fix(call.table.key())));
        if (arguments.containsKey(Cursors.AFTER)) {
            SqlStatement beyond = beyond(call, (List<?>) arguments.get(Cursors.AFTER));
            if (!beyond.equals(SqlStatement.NOTHING)) {
                call.where = beyond.between(call.where.text() + (call.where.equals(SqlStatement.NOTHING) ? " where (" : " and ("), ")",
                        call.where.values());
            }
        }
        for (String column : page.columns()) {
            call.columns.add(call.column(column));
        }
        call.columns.addAll(page.columns().isEmpty() ? call.table.visible() : List.of());
        return select(call);
    }

    private static SqlStatement select(SqlCall call) throws DatabaseFailure, SQLException {
        String selected = call.columns.stream().map(call.database.rules()::selected).collect(Collectors.joining(", "));
        SqlStatement.Writer select = new SqlStatement.Writer().add("select " + selected + " from " + call.tableName()).add(call.where)
                .add(order(call)).add(" limit ").value(call.asked());
        if (call.page().offset() > 0) {
            select.add(" offset ").value(call.page().offset());
        }
        return select.statement();
    }

    private static String order(SqlCall call) throws DatabaseFailure, SQLException {
        StringBuilder text = new StringBuilder();
        for (PageSpec.Order by : call.page().order()) {
            text.append(text.isEmpty() ? " order by " : ", ")
                    .append(call.database.rules().ordered(call.table.name(), call.column(by.column())))
                    .append(by.descending() ? " desc" : " asc");
        }
        return text.toString();
    }

    /**
     * Returns the condition that a row comes after the last one: it is beyond in one column, and equal in all columns before.
     *
     * @param last values as the last row showed them; null for the first page
     */
    private static SqlStatement beyond(SqlCall call, List<?> last) throws DatabaseFailure, SQLException {
        SqlRules rules = call.database.rules();
        SqlStatement.Writer all = new SqlStatement.Writer();
        int open = 0;
        for (int i = 0; i < call.page().order().size(); i++) {
            ColumnDescription column = call.column(call.page().order().get(i).column());
            if (!rules.hasPlace(column)) {
                throw DatabaseFailure.query("database.cursorColumn", column.name(), "values of type " + column.stored());
            }
            if (last == null) {
                continue;
            }
            boolean descending = call.page().order().get(i).descending();
            String isNull = rules.name(column) + " is null";
            boolean nullAfter = rules.isNullLast() != descending && !isNeverNull(call, column);
            if (last.get(i) == null) {
                all.add(rules.isNullLast() == descending ? "not (" + isNull + ") or " : "").add(isNull);
            } else {
                SqlStatement value = rules.comparedValue(column, last.get(i));
                String compared = rules.compared(column);
                String way = descending ? " <" : " >";
                String orNull = nullAfter ? " or " + isNull : "";
                if (i == 0) {
                    all.add(value.between("(" + compared + way + "= ", orNull + ") and (")); // an index serves this one
                    open++;
                }
                all.add(value.between(compared + way + " ", orNull + " or ")).add(value.between(compared + " = ", ""));
            }
            all.add(" and (");
            open++;
        }
        return open == 0 ? SqlStatement.NOTHING : all.add("1 = 0").add(")".repeat(open)).statement();
    }

    /** Only SQLite has keys that are null. */
    private static boolean isNeverNull(SqlCall call, ColumnDescription column) {
        return call.database.settings().type() != DatabaseKind.SQLITE && column.key();
    }

    private static Filters filters(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure {
        return Filters.ofPage(arguments, call.table.byName()::containsKey);
    }

    static SqlStatement where(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        return where(call, filters(call, arguments));
    }

    /** Returns the end of a statement: {@code where …}, or nothing if there are no filters. */
    private static SqlStatement where(SqlCall call, Filters filters) throws DatabaseFailure, SQLException {
        return filters.conditions().isEmpty() ? SqlStatement.NOTHING : new SqlConditions(call.database.rules(), call::column).all(filters)
                .between(" where ", "");
    }

    /** The table of a call, and the query of a page. */
    static final class SqlCall extends PageCall {

        final SqlDatabase database;
        /** Null for statements that the caller wrote. */
        final SqlTable table;
        final List<ColumnDescription> columns = new ArrayList<>();
        private SqlStatement where;
        private Map<String, Object> arguments;
        /** Whether a row follows that the statement does not ask for. */
        private boolean more;

        SqlCall(SqlDatabase database, SqlTable table) {
            this.database = database;
            this.table = table;
        }

        ColumnDescription column(String name) throws DatabaseFailure, SQLException {
            return database.catalogue().column(table, name);
        }

        SqlStatement bound(ColumnDescription column, Object value) throws DatabaseFailure {
            return value == null ? SqlStatement.of("null") : database.rules().bound(column, value);
        }

        String tableName() {
            String name = database.rules().quoted(table.name());
            return database.catalogue().schema() == null ? name : database.rules().quoted(database.catalogue().schema()) + "." + name;
        }

        /** Leaves out the row after the page, which alone is too large. */
        private void withoutNext() {
            page(page(), page().limit());
            more = true;
        }

        List<ObjectNode> read(List<SqlRow> found) {
            List<ObjectNode> rows = new ArrayList<>(found.size());
            for (SqlRow row : found) {
                ObjectNode object = JsonNodeFactory.instance.objectNode();
                for (int i = 0; i < columns.size(); i++) {
                    object.set(columns.get(i).name(), database.rules().shown(columns.get(i), row.values()[i]));
                }
                rows.add(object);
            }
            return rows;
        }
    }
}
