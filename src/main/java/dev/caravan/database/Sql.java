package dev.caravan.database;

import java.sql.SQLException;
import java.util.ArrayList;
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
 * statements are those of the catalogue, quoted, and values are parameters.
 */
@Component("sql")
public class Sql {

    /** Exchange property for the routes: whether matches are to be counted. */
    private static final String COUNT = "sqlCount";
    private static final String MATCHES = "matches";

    private final SqlDatabases databases;

    Sql(SqlDatabases databases) {
        this.databases = databases;
    }

    /** The statement of a query tool. */
    @Bean
    Processor sqlSelect() {
        return exchange -> select(open(exchange), arguments(exchange)).prepare(exchange);
    }

    /** Takes the rows; counting is only needed where the page does not tell. */
    @Bean
    Processor sqlRows() {
        return exchange -> {
            @SuppressWarnings("unchecked")
            List<Map<String, Object>> found = exchange.getMessage().getBody(List.class);
            SqlCall call = SqlCall.of(exchange);
            List<Map<String, Object>> read = BoundedRows.read(found);
            call.rows(read);
            exchange.setProperty(COUNT, read.size() < found.size() || !call.page().tellsCount(found.size()));
        };
    }

    /** The statement that counts what matches. */
    @Bean
    Processor sqlCount() {
        return exchange -> {
            SqlCall call = SqlCall.of(exchange);
            call.where().between("select count(*) as " + MATCHES + " from " + call.tableName(), "").prepare(exchange);
        };
    }

    /** Leaves {@code {data, count, has_more}}; the body is the result of counting where it was needed. */
    @Bean
    Processor sqlPage() {
        return exchange -> {
            SqlCall call = SqlCall.of(exchange);
            long count = (long) call.page().offset() + call.rows().size();
            if (exchange.getProperty(COUNT, boolean.class)) {
                count = ((Number) ((Map<?, ?>) exchange.getMessage().getBody(List.class).get(0)).get(MATCHES)).longValue();
            }
            exchange.getMessage().setBody(call.page().answer(call.rows(), count));
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

    /** Whether a page had more than the driver may hold at once. */
    public boolean isTooMuch(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown) {
        return SqlFailures.isTooMuch(thrown);
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
        Page page = Page.of(arguments);
        call.page(page);
        call.where(where(call, arguments));
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
        SqlStatement.Writer select = new SqlStatement.Writer().add(head).add(call.where()).add(order(call)).add(" limit ").value(page.limit());
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
        for (Page.Order by : call.page().order()) {
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

    /** The end of a statement: {@code where …}; nothing without filters. */
    private static SqlStatement where(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        Predicate<String> isColumn = name -> call.table().column(name).isPresent();
        @SuppressWarnings("unchecked")
        Filters filters = Filters.of((Map<String, Object>) arguments.get("filters"), isColumn);
        SqlStatement.Writer where = new SqlStatement.Writer();
        String before = " where ";
        for (Filter filter : filters.conditions()) {
            where.add(before).add(call.database().rules().condition(filter, call.column(filter.column())));
            before = " and ";
        }
        return where.statement();
    }
}
