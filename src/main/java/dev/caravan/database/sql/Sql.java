package dev.caravan.database.sql;

import dev.caravan.database.Column;
import dev.caravan.database.Cursors;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.Filters;
import dev.caravan.database.FlowExpression;
import dev.caravan.database.PageCall;
import dev.caravan.database.PageSpec;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Expression;
import org.apache.camel.Predicate;
import org.apache.camel.Variable;
import org.apache.camel.component.sql.SqlConstants;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/**
 * The steps between the arguments of the SQL tools and the statements that camel-sql runs. The first step has the arguments as body. Names in
 * statements come from the catalogue and are quoted; values are parameters. Each call writes its statement, because that takes 0.6 µs of CPU time for
 * a query by key. Finding the statement in a cache would take 0.1 µs.
 */
@Component("sql")
public class Sql {

    private final SqlDatabases databases;

    Sql(SqlDatabases databases) {
        this.databases = databases;
    }

    /** Looks up the table of the arguments, with its columns. */
    @Bean
    Expression sqlCall() {
        return new FlowExpression(exchange -> SqlCall.on(databases.get(exchange.getProperty("database", String.class)), arguments(exchange)));
    }

    /** Looks up the table of the arguments for a write, with the types that its columns have at this moment. */
    @Bean
    Expression sqlWrite() {
        return new FlowExpression(exchange -> SqlCall.now(databases.get(exchange.getProperty("database", String.class)),
                arguments(exchange)));
    }

    /** Translates the arguments of a query tool into a SELECT. */
    @Bean
    Expression sqlQuery() {
        return new FlowExpression(exchange -> select(SqlCall.of(exchange), PageSpec.of(arguments(exchange), exchange), arguments(exchange)).alone(exchange));
    }

    /** Shapes the rows, up to the limit, as {@code {data, count, has_more}}. The call stays uncounted if the page does not show the number of matches. */
    @Bean
    Expression sqlPage() {
        return new FlowExpression(exchange -> {
            @SuppressWarnings("unchecked")
            List<SqlRow> found = (List<SqlRow>) exchange.getMessage().getBody();
            return page(SqlCall.of(exchange), found);
        });
    }

    /** Returns whether the matches still have to be counted. */
    @Bean
    Predicate sqlUncounted() {
        return exchange -> SqlCall.of(exchange).isUncounted();
    }

    /** Makes the statement that counts the matches. */
    @Bean
    Expression sqlCount() {
        return new FlowExpression(exchange -> {
            SqlCall call = SqlCall.of(exchange);
            return call.where().between("select count(*) from " + call.tableName(), "").alone(exchange);
        });
    }

    /** Shapes the page with its count. The body is the count. */
    @Bean
    Expression sqlCounted() {
        return new FlowExpression(exchange -> {
            SqlCall call = SqlCall.of(exchange);
            SqlRow counted = (SqlRow) exchange.getMessage().getBody(List.class).get(0);
            return call.page().answer(call.rows(), ((Number) counted.values()[0]).longValue());
        });
    }

    /** Makes the SELECT again without the row after the page. The failure before shows that this row exists. */
    @Bean
    Expression sqlQueryPage() {
        return new FlowExpression(exchange -> {
            SqlCall call = SqlCall.of(exchange);
            call.asked(call.page().limit());
            call.more(true);
            return select(call).alone(exchange);
        });
    }

    /** Makes the SELECT again for a table whose columns have changed. */
    @Bean
    Expression sqlQueryAgain() {
        return new FlowExpression(exchange -> {
            SqlCall before = SqlCall.of(exchange);
            SqlCall call = SqlCall.now(before.database(), before.arguments());
            exchange.setVariable(PageCall.VARIABLE, call);
            return select(call, before.page(), before.arguments()).alone(exchange);
        });
    }

    /** Translates the arguments of an update tool into an UPDATE. A filter is required. */
    @Bean
    Expression sqlUpdate() {
        return new FlowExpression(exchange -> {
            Map<String, Object> arguments = arguments(exchange);
            Filters.require(arguments);
            return update(SqlCall.of(exchange), arguments).alone(exchange);
        });
    }

    @Bean
    Expression sqlUpdated() {
        return new FlowExpression(exchange -> Map.of("updated_count", affected(exchange)));
    }

    /** Translates the arguments of a delete tool into a DELETE. A filter is required. */
    @Bean
    Expression sqlDelete() {
        return new FlowExpression(exchange -> {
            Map<String, Object> arguments = arguments(exchange);
            Filters.require(arguments);
            SqlCall call = SqlCall.of(exchange);
            return where(call, arguments).between("delete from " + call.tableName(), "").alone(exchange);
        });
    }

    @Bean
    Expression sqlDeleted() {
        return new FlowExpression(exchange -> Map.of("deleted_count", affected(exchange)));
    }

    /** Returns whether a query failed because the columns of its table have changed. */
    public boolean isChanged(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown, @Variable(PageCall.VARIABLE) SqlCall call)
            throws SQLException {
        return SqlDialect.mayBeOutdated(thrown) && call.database().catalogue().isChanged(call.table());
    }

    /** Returns whether a page exceeded the driver's limit, or the row after the page alone is too large. */
    public boolean isTooMuch(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown, @Variable(PageCall.VARIABLE) SqlCall call) {
        return SqlDialect.isTooMuch(thrown) || isTooMuchBeyond(thrown, call);
    }

    /** Returns whether a row was too large that may be the row after the page. */
    public boolean isTooMuchBeyond(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown, @Variable(PageCall.VARIABLE) SqlCall call) {
        return call.asked() > call.page().limit() && (SqlDialect.isTooMuch(thrown) || SqlDialect.isOneRow(thrown));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> arguments(Exchange exchange) {
        return (Map<String, Object>) exchange.getMessage().getBody();
    }

    private static int affected(Exchange exchange) {
        return exchange.getMessage().getHeader(SqlConstants.SQL_UPDATE_COUNT, Integer.class);
    }

    private static Map<String, Object> page(SqlCall call, List<SqlRow> found) throws DatabaseFailure {
        PageSpec page = call.page();
        List<SqlRow> read = BoundedRows.read(found);
        List<SqlRow> rows = read.size() > page.limit() ? read.subList(0, page.limit()) : read;
        call.read(rows);
        call.more(call.more() || rows.size() < found.size());
        call.leaveUncounted(page.counted() && (call.more() || !page.tellsCount(found.size(), call.asked())));
        if (call.isUncounted()) {
            return PageSpec.uncounted(call.rows());
        }
        Map<String, Object> answer = page.counted() ? page.answer(call.rows(), page.end(call.rows())) : page.answer(call.rows(), call.more());
        if (!call.place().isEmpty() && !rows.isEmpty()) {
            answer.put(Cursors.SORT, place(call, rows.get(rows.size() - 1)));
        }
        return answer;
    }

    /** Returns where a row stands in the order. SQLite allows several rows whose key is null; no page can begin after one of them. */
    private static List<String> place(SqlCall call, SqlRow row) throws DatabaseFailure {
        List<String> place = new ArrayList<>();
        for (Column column : call.place()) {
            Object value = row.values()[call.columns().size() + place.size()];
            if (value == null && call.more() && call.table().key().contains(column.name())) {
                throw DatabaseFailure.query("database.cursorColumn", column.name(), "null");
            }
            place.add(value == null ? null : value.toString());
        }
        return place;
    }

    private static SqlStatement select(SqlCall call, PageSpec page, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        call.page(page);
        call.arguments(arguments);
        if (arguments.containsKey(Cursors.AFTER)) {
            for (PageSpec.Order by : page.order()) {
                Column column = call.column(by.column());
                if (!call.database().rules().hasPlace(column, call.table().key().contains(column.name()))) {
                    throw DatabaseFailure.query("database.cursorColumn", column.name(), "values of type " + column.type());
                }
                call.place().add(column);
            }
        }
        Filters filters = filters(call, arguments);
        SqlStatement where = where(call, filters);
        call.where(arguments.get(Cursors.AFTER) instanceof List<?> last
                ? beyond(call, last).between(where.text() + (where.text().isEmpty() ? " where (" : " and ("), ")", where.values()) : where);
        call.asked(page.asked(filters.fix(call.table().key())));
        for (String column : page.columns()) {
            call.columns().add(call.column(column));
        }
        if (page.columns().isEmpty()) {
            call.columns().addAll(call.table().columns().values());
        }
        return select(call);
    }

    private static SqlStatement select(SqlCall call) throws DatabaseFailure, SQLException {
        PageSpec page = call.page();
        String head = page.columns().isEmpty() && call.place().isEmpty() ? call.table().select(() -> head(call)) : head(call);
        SqlStatement.Writer select = new SqlStatement.Writer().add(head).add(call.where()).add(order(call)).add(" limit ").value(call.asked());
        if (page.offset() > 0) {
            select.add(" offset ").value(page.offset());
        }
        return select.statement();
    }

    private static String head(SqlCall call) {
        SqlRules rules = call.database().rules();
        return Stream.concat(call.columns().stream().map(rules::selected), call.place().stream().map(rules::place))
                .collect(Collectors.joining(", ", "select ", " from " + call.tableName()));
    }

    private static String order(SqlCall call) throws DatabaseFailure, SQLException {
        StringBuilder text = new StringBuilder();
        for (PageSpec.Order by : call.page().order()) {
            text.append(text.isEmpty() ? " order by " : ", ")
                    .append(call.database().rules().ordered(call.table().name(), call.column(by.column())))
                    .append(by.descending() ? " desc" : " asc");
        }
        return text.toString();
    }

    /** Returns the condition that a row comes after the last one: it is beyond in one column, and equal in all columns before. */
    private static SqlStatement beyond(SqlCall call, List<?> last) throws DatabaseFailure {
        SqlRules rules = call.database().rules();
        SqlStatement.Writer all = new SqlStatement.Writer();
        for (int i = 0; i < call.place().size(); i++) {
            Column column = call.place().get(i);
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
        return all.add("1 = 0").add(")".repeat(call.place().size() + (last.get(0) == null ? 0 : 1))).statement();
    }

    /** Returns the condition that adds rows whose value is null, if they come last. Only SQLite has keys that are null. */
    private static String nullAfter(SqlCall call, int place) {
        Column column = call.place().get(place);
        boolean never = call.database().settings().type() != DatabaseKind.SQLITE && call.table().key().contains(column.name());
        SqlRules rules = call.database().rules();
        return never || rules.isNullLast() == call.page().order().get(place).descending() ? "" : " or " + rules.place(column) + " is null";
    }

    private static SqlStatement update(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        SqlStatement.Writer update = new SqlStatement.Writer().add("update ").add(call.tableName());
        String before = " set ";
        for (Map.Entry<?, ?> change : ((Map<?, ?>) arguments.get("data")).entrySet()) {
            Column column = call.column((String) change.getKey());
            update.add(before).add(call.database().rules().quoted(column.name())).add(" = ").add(call.bound(column, change.getValue()));
            before = ", ";
        }
        return update.add(where(call, arguments)).statement();
    }

    private static Filters filters(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure {
        return Filters.ofPage(arguments, name -> call.table().column(name).isPresent());
    }

    static SqlStatement where(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        return where(call, filters(call, arguments));
    }

    /** Returns the end of a statement: {@code where …}, or nothing if there are no filters. */
    private static SqlStatement where(SqlCall call, Filters filters) throws DatabaseFailure, SQLException {
        return filters.conditions().isEmpty() ? SqlStatement.NOTHING : new SqlConditions(call.database().rules(), call::column).all(filters).between(" where ", "");
    }
}
