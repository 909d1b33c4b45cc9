package dev.caravan.database.sql;

import dev.caravan.database.Cursors;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.Filters;
import dev.caravan.database.PageCall;
import dev.caravan.database.PageSpec;
import dev.caravan.database.Table.Column;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import dev.caravan.database.sql.SqlRules.SqlConditions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
public class Sql {

    private final SqlDriver databases;

    Sql(SqlDriver databases) {
        this.databases = databases;
    }

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
        return call.counted(((Number) counted.get(0).values()[0]).longValue());
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
            Column column = call.column((String) change.getKey());
            update.add(before).add(call.database.rules().quoted(column.name())).add(" = ").add(call.bound(column, change.getValue()));
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
            throws SQLException {
        return SqlFailures.mayBeOutdated(thrown) && call.database.catalogue().isChanged(call.table);
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
        Map<String, Object> answer = call.answer(call.read(rows), more, call.isKnown(more, found.size()));
        if (!call.place.isEmpty() && !rows.isEmpty()) {
            answer.put(Cursors.SORT, place(call, rows.get(rows.size() - 1), more));
        }
        return answer;
    }

    /** Returns where a row stands in the order. SQLite allows several rows whose key is null; no page can begin after one of them. */
    private static List<String> place(SqlCall call, SqlRow row, boolean more) throws DatabaseFailure {
        List<String> place = new ArrayList<>();
        for (Column column : call.place) {
            Object value = row.values()[call.columns.size() + place.size()];
            if (value == null && more && call.table.key().contains(column.name())) {
                throw DatabaseFailure.query("database.cursorColumn", column.name(), "null");
            }
            place.add(value == null ? null : value.toString());
        }
        return place;
    }

    private static SqlStatement select(SqlCall call, PageSpec page, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        if (arguments.containsKey(Cursors.AFTER)) {
            for (PageSpec.Order by : page.order()) {
                Column column = call.column(by.column());
                if (!call.database.rules().hasPlace(column, call.table.key().contains(column.name()))) {
                    throw DatabaseFailure.query("database.cursorColumn", column.name(), "values of type " + column.type());
                }
                call.place.add(column);
            }
        }
        Filters filters = filters(call, arguments);
        SqlStatement where = where(call, filters);
        call.page(page, page.asked(filters.fix(call.table.key())));
        call.query(arguments, arguments.get(Cursors.AFTER) instanceof List<?> last
                ? beyond(call, last).between(where.text() + (where.text().isEmpty() ? " where (" : " and ("), ")", where.values()) : where);
        for (String column : page.columns()) {
            call.columns.add(call.column(column));
        }
        if (page.columns().isEmpty()) {
            call.columns.addAll(call.table.columns().values());
        }
        return select(call);
    }

    private static SqlStatement select(SqlCall call) throws DatabaseFailure, SQLException {
        PageSpec page = call.page();
        String head = page.columns().isEmpty() && call.place.isEmpty() ? call.table.select(() -> head(call)) : head(call);
        SqlStatement.Writer select = new SqlStatement.Writer().add(head).add(call.where).add(order(call)).add(" limit ")
                .value(call.asked());
        if (page.offset() > 0) {
            select.add(" offset ").value(page.offset());
        }
        return select.statement();
    }

    private static String head(SqlCall call) {
        SqlRules rules = call.database.rules();
        return Stream.concat(call.columns.stream().map(rules::selected), call.place.stream().map(rules::place))
                .collect(Collectors.joining(", ", "select ", " from " + call.tableName()));
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

    /** Returns the condition that a row comes after the last one: it is beyond in one column, and equal in all columns before. */
    private static SqlStatement beyond(SqlCall call, List<?> last) throws DatabaseFailure {
        SqlRules rules = call.database.rules();
        SqlStatement.Writer all = new SqlStatement.Writer();
        for (int i = 0; i < call.place.size(); i++) {
            Column column = call.place.get(i);
            String nullAfter = nullAfter(call, i);
            if (last.get(i) == null) {
                String isNull = rules.place(column) + " is null";
                all.add(nullAfter.isEmpty() ? "not (" + isNull + ") or " : "").add(isNull);
            } else {
                SqlStatement value = rules.placed(column, String.valueOf(last.get(i)));
                String compared = rules.compared(column);
                String way = call.page().order().get(i).descending() ? " <" : " >";
                if (i == 0) {
                    all.add(value.between("(" + compared + way + "= ", nullAfter + ") and (")); // an index serves this one
                }
                all.add(value.between(compared + way + " ", nullAfter + " or ")).add(value.between(compared + " = ", ""));
            }
            all.add(" and (");
        }
        return all.add("1 = 0").add(")".repeat(call.place.size() + (last.get(0) == null ? 0 : 1))).statement();
    }

    /** Returns the condition that adds rows whose value is null, if they come last. Only SQLite has keys that are null. */
    private static String nullAfter(SqlCall call, int place) {
        Column column = call.place.get(place);
        boolean never = call.database.settings().type() != DatabaseKind.SQLITE && call.table.key().contains(column.name());
        SqlRules rules = call.database.rules();
        return never || rules.isNullLast() == call.page().order().get(place).descending() ? "" : " or " + rules.place(column) + " is null";
    }

    private static Filters filters(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure {
        return Filters.ofPage(arguments, name -> call.table.column(name).isPresent());
    }

    static SqlStatement where(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        return where(call, filters(call, arguments));
    }

    /** Returns the end of a statement: {@code where …}, or nothing if there are no filters. */
    private static SqlStatement where(SqlCall call, Filters filters) throws DatabaseFailure, SQLException {
        return filters.conditions().isEmpty() ? SqlStatement.NOTHING : new SqlConditions(call.database.rules(), call::column).all(filters)
                .between(" where ", "");
    }
}
