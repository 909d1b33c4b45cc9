package dev.caravan.database;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.SelectFieldOrAsterisk;
import org.jooq.impl.DSL;
import org.springframework.stereotype.Component;

/**
 * Between the arguments of the SQL tools and the statements that camel-sql runs: names are those of the catalogue, quoted, and
 * values are parameters.
 */
@Component("sql")
public class Sql {

    static final String UPDATE_COUNT = "CamelSqlUpdateCount";

    /** Exchange property for the routes: whether matches are to be counted. */
    static final String COUNT = "sqlCount";

    private final SqlDatabases databases;

    Sql(SqlDatabases databases) {
        this.databases = databases;
    }

    /** {@code SELECT} of a query tool. */
    public String select(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws DatabaseFailure, SQLException {
        SqlCall call = SqlCall.open(databases.get(name), arguments, exchange);
        Page page = Page.of(arguments);
        call.page(page);
        boolean filtered = arguments.get("filters") instanceof Map<?, ?> filters && !filters.isEmpty();
        call.where(filtered ? SqlStatement.where(call.database().rules().dsl(), where(call, arguments)) : SqlStatement.NOTHING);
        for (String column : page.columns()) {
            call.columns().add(call.column(column));
        }
        String head;
        if (page.columns().isEmpty()) {
            call.columns().addAll(call.table().columns().values());
            head = call.table().select(() -> head(call));
        } else {
            head = head(call);
        }
        List<Object> values = new ArrayList<>(call.where().values());
        values.add(page.limit());
        if (page.offset() > 0) {
            values.add(page.offset());
        }
        String text = head + call.where().text() + order(call) + " limit ?" + (page.offset() > 0 ? " offset ?" : "");
        return new SqlStatement(text, values).prepare(exchange);
    }

    /** {@code select … from …}, by jOOQ as all that depends on the database. */
    private static String head(SqlCall call) {
        List<SelectFieldOrAsterisk> fields = new ArrayList<>();
        call.columns().forEach(column -> fields.add(call.database().rules().selected(column)));
        return call.database().rules().dsl().select(fields).from(call.jooqTable()).getSQL();
    }

    private static String order(SqlCall call) throws DatabaseFailure, SQLException {
        SqlRules rules = call.database().rules();
        StringBuilder text = new StringBuilder();
        for (Page.Order by : call.page().order()) {
            Field<?> field = rules.compared(call.column(by.column()));
            text.append(text.isEmpty() ? " order by " : ", ").append(rules.dsl().render(by.descending() ? field.desc() : field.asc()));
        }
        return text.toString();
    }

    /** Takes the rows; counting is only needed where the page does not tell. */
    public void rows(@Body List<Map<String, Object>> found, @ExchangeProperty(SqlCall.PROPERTY) SqlCall call, Exchange exchange) {
        List<Map<String, Object>> read = BoundedRows.read(found);
        call.rows(read);
        exchange.setProperty(COUNT, read.size() < found.size() || !call.page().tellsCount(found.size()));
    }

    /** Whether a page had more than the driver may hold at once; what was thrown is {@link Exchange#EXCEPTION_CAUGHT}. */
    public boolean isTooMuch(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown) {
        return SqlFailures.isTooMuch(thrown);
    }

    public String count(@ExchangeProperty(SqlCall.PROPERTY) SqlCall call, Exchange exchange) {
        String head = call.database().rules().dsl().select(DSL.count().as("matches")).from(call.jooqTable()).getSQL();
        return new SqlStatement(head + call.where().text(), call.where().values()).prepare(exchange);
    }

    /** {@code {data, count, has_more}}; the body is the result of counting where it was needed. */
    public Map<String, Object> page(@Body Object body, @ExchangeProperty(SqlCall.PROPERTY) SqlCall call, @ExchangeProperty(COUNT) boolean counted) {
        long count = (long) call.page().offset() + call.rows().size();
        if (counted) {
            count = ((Number) ((Map<?, ?>) ((List<?>) body).get(0)).get("matches")).longValue();
        }
        return call.page().answer(call.rows(), count);
    }

    /** {@code UPDATE}; never without a filter. */
    public String update(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws DatabaseFailure, SQLException {
        Filters.require(arguments);
        SqlCall call = SqlCall.open(databases.get(name), arguments, exchange);
        Map<Field<?>, Field<?>> changes = new LinkedHashMap<>();
        for (Map.Entry<?, ?> change : ((Map<?, ?>) arguments.get("data")).entrySet()) {
            Column column = call.column((String) change.getKey());
            changes.put(SqlRules.name(column), call.bound(column, change.getValue()));
        }
        return SqlStatement.of(call.database().rules().dsl().update(call.jooqTable()).set(changes).where(where(call, arguments))).prepare(exchange);
    }

    public Map<String, Object> updated(@Header(UPDATE_COUNT) long count) {
        return Map.of("updated_count", count);
    }

    /** {@code DELETE}; never without a filter. */
    public String delete(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws DatabaseFailure, SQLException {
        Filters.require(arguments);
        SqlCall call = SqlCall.open(databases.get(name), arguments, exchange);
        return SqlStatement.of(call.database().rules().dsl().deleteFrom(call.jooqTable()).where(where(call, arguments))).prepare(exchange);
    }

    public Map<String, Object> deleted(@Header(UPDATE_COUNT) long count) {
        return Map.of("deleted_count", count);
    }

    private static Condition where(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        @SuppressWarnings("unchecked")
        Filters filters = Filters.of((Map<String, Object>) arguments.get("filters"), name -> call.table().column(name).isPresent());
        Condition all = DSL.noCondition();
        for (Filter filter : filters.conditions()) {
            all = all.and(call.database().rules().condition(filter, call.column(filter.column())));
        }
        return all;
    }
}
