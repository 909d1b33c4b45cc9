package dev.caravan.database.sql;

import dev.caravan.database.Column;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filter;
import dev.caravan.database.Filters;
import dev.caravan.database.PageSpec;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Processor;
import org.apache.camel.component.sql.SqlConstants;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/**
 * The steps between the arguments of the SQL tools and the statements that camel-sql runs. The body of the first is the arguments; names in
 * statements are those of the catalogue, quoted, and values are parameters. A statement is written for each call: one by key takes 0.6 µs of
 * processor, and finding it by its shape in a cache would take 0.1.
 */
@Component("sql")
public class Sql {

    /** Exchange property for the routes: whether matches are to be counted. */
    private static final String COUNT = "sqlCount";

    private final SqlDatabases databases;

    Sql(SqlDatabases databases) {
        this.databases = databases;
    }

    /** The statement of a query tool. */
    @Bean
    Processor sqlSelect() {
        return exchange -> select(open(exchange), arguments(exchange)).prepare(exchange);
    }

    /** Takes the rows up to the limit; counting is only needed where it was asked for and the page does not tell. */
    @Bean
    Processor sqlRows() {
        return exchange -> {
            @SuppressWarnings("unchecked")
            List<SqlRow> found = exchange.getMessage().getBody(List.class);
            SqlCall call = SqlCall.of(exchange);
            PageSpec page = call.page();
            List<SqlRow> read = BoundedRows.read(found);
            List<SqlRow> rows = read.size() > page.limit() ? read.subList(0, page.limit()) : read;
            call.read(rows);
            call.more(call.more() || rows.size() < found.size());
            exchange.setProperty(COUNT, page.counted() && (call.more() || !page.tellsCount(found.size(), call.asked())));
        };
    }

    /** The statement that counts what matches. */
    @Bean
    Processor sqlCount() {
        return exchange -> {
            SqlCall call = SqlCall.of(exchange);
            call.where().between("select count(*) from " + call.tableName(), "").prepare(exchange);
        };
    }

    /** Leaves {@code {data, count, has_more}}; the body is the result of counting where it was needed. */
    @Bean
    Processor sqlPage() {
        return exchange -> {
            SqlCall call = SqlCall.of(exchange);
            if (exchange.getProperty(COUNT, boolean.class)) {
                SqlRow counted = (SqlRow) exchange.getMessage().getBody(List.class).get(0);
                exchange.getMessage().setBody(call.page().answer(call.rows(), ((Number) counted.values()[0]).longValue()));
            } else {
                exchange.getMessage().setBody(call.page().counted() ? call.page().answer(call.rows(), call.page().end(call.rows()))
                        : call.page().answer(call.rows(), call.more()));
            }
        };
    }

    /** The statement of a query tool again, without the row after the page: the error before says that this row is there. */
    @Bean
    Processor sqlSelectPage() {
        return exchange -> {
            SqlCall call = SqlCall.of(exchange);
            call.asked(call.page().limit());
            call.more(true);
            page(call).prepare(exchange);
        };
    }

    /** The statement of an update tool; never without a filter. */
    @Bean
    Processor sqlUpdate() {
        return exchange -> {
            Map<String, Object> arguments = arguments(exchange);
            Filters.require(arguments);
            update(open(exchange), arguments).prepare(exchange);
        };
    }

    @Bean
    Processor sqlUpdated() {
        return exchange -> exchange.getMessage().setBody(Map.of("updated_count", affected(exchange)));
    }

    /** The statement of a delete tool; never without a filter. */
    @Bean
    Processor sqlDelete() {
        return exchange -> {
            Map<String, Object> arguments = arguments(exchange);
            Filters.require(arguments);
            SqlCall call = open(exchange);
            where(call, arguments).between("delete from " + call.tableName(), "").prepare(exchange);
        };
    }

    @Bean
    Processor sqlDeleted() {
        return exchange -> exchange.getMessage().setBody(Map.of("deleted_count", affected(exchange)));
    }

    /** Whether a page had more than the driver may hold at once, or the row after the page is too large by itself. */
    public boolean isTooMuch(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown, @ExchangeProperty(SqlCall.PROPERTY) SqlCall call) {
        return SqlDialect.isTooMuch(thrown) || isTooMuchBeyond(thrown, call);
    }

    /** Whether a row was too large, which may be the one after the page. */
    public boolean isTooMuchBeyond(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown, @ExchangeProperty(SqlCall.PROPERTY) SqlCall call) {
        return call.asked() > call.page().limit() && (SqlDialect.isTooMuch(thrown) || SqlDialect.isOneRow(thrown));
    }

    private SqlCall open(Exchange exchange) throws DatabaseFailure, SQLException {
        return SqlCall.open(databases.get(exchange.getProperty("database", String.class)), arguments(exchange), exchange);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> arguments(Exchange exchange) {
        return exchange.getMessage().getBody(Map.class);
    }

    private static int affected(Exchange exchange) {
        return exchange.getMessage().getHeader(SqlConstants.SQL_UPDATE_COUNT, Integer.class);
    }

    private static SqlStatement select(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        PageSpec page = PageSpec.of(arguments);
        call.page(page);
        Filters filters = filters(call, arguments);
        call.where(where(call, filters));
        call.asked(page.asked(filters.fix(call.table().key())));
        for (String column : page.columns()) {
            call.columns().add(call.column(column));
        }
        if (page.columns().isEmpty()) {
            call.columns().addAll(call.table().columns().values());
        }
        return page(call);
    }

    private static SqlStatement page(SqlCall call) throws DatabaseFailure, SQLException {
        PageSpec page = call.page();
        String head = page.columns().isEmpty() ? call.table().select(() -> head(call)) : head(call);
        SqlStatement.Writer select = new SqlStatement.Writer().add(head).add(call.where()).add(order(call)).add(" limit ").value(call.asked());
        if (page.offset() > 0) {
            select.add(" offset ").value(page.offset());
        }
        return select.statement();
    }

    private static String head(SqlCall call) {
        SqlRules rules = call.database().rules();
        return call.columns().stream().map(rules::selected).collect(Collectors.joining(", ", "select ", " from " + call.tableName()));
    }

    private static String order(SqlCall call) throws DatabaseFailure, SQLException {
        StringBuilder text = new StringBuilder();
        for (PageSpec.Order by : call.page().order()) {
            text.append(text.isEmpty() ? " order by " : ", ").append(call.database().rules().compared(call.column(by.column())))
                    .append(by.descending() ? " desc" : " asc");
        }
        return text.toString();
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

    @SuppressWarnings("unchecked")
    private static Filters filters(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure {
        Predicate<String> isColumn = name -> call.table().column(name).isPresent();
        return Filters.of((Map<String, Object>) arguments.get("filters"), isColumn);
    }

    private static SqlStatement where(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        return where(call, filters(call, arguments));
    }

    /** The end of a statement: {@code where …}; nothing without filters. */
    private static SqlStatement where(SqlCall call, Filters filters) throws DatabaseFailure, SQLException {
        SqlStatement.Writer where = new SqlStatement.Writer();
        String before = " where ";
        for (Filter filter : filters.conditions()) {
            where.add(before).add(call.database().rules().condition(filter, call.column(filter.column())));
            before = " and ";
        }
        return where.statement();
    }
}
