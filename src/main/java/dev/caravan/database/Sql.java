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
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.InsertValuesStepN;
import org.jooq.Query;
import org.jooq.Record;
import org.jooq.SelectFieldOrAsterisk;
import org.jooq.SortField;
import org.jooq.impl.DSL;
import org.springframework.stereotype.Component;

/**
 * Between the arguments of the SQL tools and the statements that camel-sql runs: names are those of the catalogue, quoted, and
 * values are parameters.
 */
@Component("sql")
public class Sql {

    static final String VALUES = "CamelSqlParameters";
    static final String UPDATE_COUNT = "CamelSqlUpdateCount";
    static final String RETRIEVE_KEYS = "CamelSqlRetrieveGeneratedKeys";
    static final String KEY_COLUMNS = "CamelSqlGeneratedColumns";
    static final String KEY_ROWS = "CamelSqlGeneratedKeyRows";

    /** Exchange properties for the routes: how many parameters a statement has, whether matches are to be counted. */
    static final String PARAMETERS = "sqlParameters";
    static final String COUNT = "sqlCount";

    /** PostgreSQL and MariaDB take 65,535 parameters, SQLite 32,766. */
    private static final int MOST_PARAMETERS = 30_000;

    private final SqlDatabases databases;

    Sql(SqlDatabases databases) {
        this.databases = databases;
    }

    /** {@code SELECT} of a query tool. */
    public String select(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws DatabaseFailure, SQLException {
        SqlCall call = open(arguments, name, exchange);
        call.page(Page.of(arguments));
        call.where(where(call, arguments));
        SqlRules rules = call.database().rules();
        if (call.page().columns().isEmpty()) {
            call.columns().addAll(call.table().columns().values());
        }
        for (String column : call.page().columns()) {
            call.columns().add(column(call, column));
        }
        List<SortField<?>> order = new ArrayList<>();
        for (Page.Order by : call.page().order()) {
            Field<?> field = rules.compared(column(call, by.column()));
            order.add(by.descending() ? field.desc() : field.asc());
        }
        List<SelectFieldOrAsterisk> fields = new ArrayList<>();
        call.columns().forEach(column -> fields.add(rules.selected(column)));
        var limited = rules.dsl().select(fields).from(table(call)).where(call.where()).orderBy(order).limit(call.page().limit());
        return prepared(exchange, call.page().offset() == 0 ? limited : limited.offset(call.page().offset()));
    }

    /** Takes the rows; counting is only needed where the page does not tell. */
    public void rows(@Body List<Map<String, Object>> found, @ExchangeProperty(SqlCall.PROPERTY) SqlCall call, Exchange exchange) {
        call.rows(found);
        exchange.setProperty(COUNT, !call.page().tellsCount(found.size()));
    }

    public String count(@ExchangeProperty(SqlCall.PROPERTY) SqlCall call, Exchange exchange) {
        return prepared(exchange, call.database().rules().dsl().select(DSL.count().as("matches")).from(table(call)).where(call.where()));
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
        requireFilters(arguments);
        SqlCall call = open(arguments, name, exchange);
        Map<Field<?>, Field<?>> changes = new LinkedHashMap<>();
        for (Map.Entry<?, ?> change : ((Map<?, ?>) arguments.get("data")).entrySet()) {
            Column column = column(call, (String) change.getKey());
            changes.put(SqlRules.name(column), bound(call, column, change.getValue()));
        }
        return prepared(exchange, call.database().rules().dsl().update(table(call)).set(changes).where(where(call, arguments)));
    }

    public Map<String, Object> updated(@Header(UPDATE_COUNT) long count) {
        return Map.of("updated_count", count);
    }

    /** {@code DELETE}; never without a filter. */
    public String delete(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws DatabaseFailure, SQLException {
        requireFilters(arguments);
        SqlCall call = open(arguments, name, exchange);
        return prepared(exchange, call.database().rules().dsl().deleteFrom(table(call)).where(where(call, arguments)));
    }

    public Map<String, Object> deleted(@Header(UPDATE_COUNT) long count) {
        return Map.of("deleted_count", count);
    }

    /**
     * The {@code INSERT}s of an insert tool: rows with the same columns that follow each other go in together. Every one of
     * them is made before the first is run, so that a bad value is said without a transaction.
     */
    public List<SqlStatement> inserts(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws DatabaseFailure, SQLException {
        SqlCall call = open(arguments, name, exchange);
        List<SqlStatement> statements = new ArrayList<>();
        List<Map<?, ?>> together = new ArrayList<>();
        for (Object row : arguments.get("data") instanceof List<?> list ? list : List.of(arguments.get("data"))) {
            Map<?, ?> next = (Map<?, ?>) row;
            boolean same = together.isEmpty() || together.get(0).keySet().equals(next.keySet());
            if (!same || (long) (together.size() + 1) * Math.max(1, next.size()) > MOST_PARAMETERS) {
                statements.add(insert(call, together));
                together.clear();
            }
            together.add(next);
        }
        if (!together.isEmpty()) {
            statements.add(insert(call, together));
        }
        return statements;
    }

    private SqlStatement insert(SqlCall call, List<Map<?, ?>> rows) throws DatabaseFailure, SQLException {
        DSLContext dsl = call.database().rules().dsl();
        List<Column> columns = new ArrayList<>();
        for (Object column : rows.get(0).keySet()) {
            columns.add(column(call, (String) column));
        }
        Query insert;
        if (columns.isEmpty()) {
            insert = dsl.insertInto(table(call)).defaultValues();
        } else {
            InsertValuesStepN<Record> values = dsl.insertInto(table(call), columns.stream().map(SqlRules::name).toList());
            for (Map<?, ?> row : rows) {
                List<Field<?>> bound = new ArrayList<>();
                for (Object column : rows.get(0).keySet()) {
                    bound.add(bound(call, column(call, (String) column), row.get(column)));
                }
                values = values.values(bound);
            }
            insert = values;
        }
        SqlStatement statement = SqlStatement.of(insert);
        if (call.database().settings().type() == DatabaseKind.MYSQL || call.table().key().isEmpty()) {
            return statement;
        }
        String key = String.join(", ", call.table().key().stream().map(column -> dsl.render(DSL.name(column))).toList());
        return new SqlStatement(statement.text() + " returning " + key, statement.values());
    }

    /** The statements of a transaction that the caller wrote, all of them looked at before the first is run. */
    public List<SqlStatement> statements(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws DatabaseFailure, SQLException {
        SqlDatabase database = databases.get(name);
        exchange.setProperty(SqlCall.PROPERTY, new SqlCall(database, null));
        SqlTransaction transaction = new SqlTransaction(database);
        List<SqlStatement> statements = new ArrayList<>();
        for (Map<?, ?> query : SqlTransaction.queries(arguments)) {
            List<?> values = query.get("params") instanceof List<?> list ? list : List.of();
            statements.add(transaction.statement(statements.size() + 1, (String) query.get("query"), values));
        }
        return statements;
    }

    /** Takes what one statement of a list came to. */
    public void ran(@Body Object body, @Header(UPDATE_COUNT) Integer affected, @Header(KEY_ROWS) List<Map<String, Object>> generated,
            @ExchangeProperty(SqlCall.PROPERTY) SqlCall call) {
        if (call.table() != null) {
            inserted(body, generated, call);
        } else if (body instanceof List<?> rows) {
            call.results().add(SqlValues.result(rows));
        } else {
            call.results().add(Map.of("affected_rows", affected == null ? 0 : affected));
        }
    }

    /** {@code {results: [{affected_rows} or {data, count}]}} */
    public Map<String, Object> committed(@ExchangeProperty(SqlCall.PROPERTY) SqlCall call) {
        return Map.of("results", call.results());
    }

    /** One statement of a list, for camel-sql. */
    public String prepare(@Body SqlStatement statement, @ExchangeProperty(SqlCall.PROPERTY) SqlCall call, Exchange exchange) {
        if (call.table() != null && call.database().settings().type() == DatabaseKind.MYSQL && !call.table().key().isEmpty()) {
            exchange.getMessage().setHeader(RETRIEVE_KEYS, true);
        }
        return prepared(exchange, statement);
    }

    /** Takes the keys of what was inserted. */
    private static void inserted(Object body, List<Map<String, Object>> generated, SqlCall call) {
        List<?> keys = body instanceof List<?> rows ? rows : generated == null ? List.of() : generated;
        for (Object row : keys) {
            call.ids().add(id(call, (Map<?, ?>) row));
        }
    }

    private static Object id(SqlCall call, Map<?, ?> row) {
        List<String> key = call.table().key();
        if (key.size() == 1) {
            Object value = row.containsKey(key.get(0)) ? row.get(key.get(0)) : row.values().iterator().next();
            return call.database().rules().json(call.table().columns().get(key.get(0)), plain(value));
        }
        Map<String, Object> id = new LinkedHashMap<>();
        key.forEach(column -> id.put(column, call.database().rules().json(call.table().columns().get(column), plain(row.get(column)))));
        return id;
    }

    /** Of types whose driver has classes of its own. */
    private static Object plain(Object value) {
        return value == null || value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof byte[] ? value : value.toString();
    }

    /** {@code {inserted_count, inserted_ids}}; keys that were given are ids too. */
    public Map<String, Object> insertedAll(@ExchangeProperty("arguments") Map<String, Object> arguments, @ExchangeProperty(SqlCall.PROPERTY) SqlCall call) {
        List<?> rows = arguments.get("data") instanceof List<?> list ? list : List.of(arguments.get("data"));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("inserted_count", rows.size());
        answer.put("inserted_ids", call.ids().size() == rows.size() ? call.ids() : given(call, rows));
        return answer;
    }

    private static List<Object> given(SqlCall call, List<?> rows) {
        List<Object> ids = new ArrayList<>();
        List<String> key = call.table().key();
        for (Object row : rows) {
            Map<?, ?> values = (Map<?, ?>) row;
            if (key.isEmpty() || !values.keySet().containsAll(key)) {
                return List.of();
            }
            if (key.size() == 1) {
                ids.add(values.get(key.get(0)));
            } else {
                Map<String, Object> id = new LinkedHashMap<>();
                key.forEach(column -> id.put(column, values.get(column)));
                ids.add(id);
            }
        }
        return ids;
    }

    private SqlCall open(Map<String, Object> arguments, String name, Exchange exchange) throws DatabaseFailure, SQLException {
        SqlDatabase database = databases.get(name);
        SqlCall call = new SqlCall(database, database.catalogue().table((String) arguments.get("table")));
        exchange.setProperty(SqlCall.PROPERTY, call);
        return call;
    }

    private static Condition where(SqlCall call, Map<String, Object> arguments) throws DatabaseFailure, SQLException {
        @SuppressWarnings("unchecked")
        Filters filters = Filters.of((Map<String, Object>) arguments.get("filters"), name -> call.table().column(name).isPresent());
        Condition all = DSL.noCondition();
        for (dev.caravan.database.Condition condition : filters.conditions()) {
            all = all.and(call.database().rules().condition(condition, column(call, condition.column())));
        }
        return all;
    }

    private static void requireFilters(Map<String, Object> arguments) throws DatabaseFailure {
        if (!(arguments.get("filters") instanceof Map<?, ?> filters) || filters.isEmpty()) {
            throw DatabaseFailure.permission("database.filtersNeeded");
        }
    }

    private static Column column(SqlCall call, String name) throws DatabaseFailure, SQLException {
        return call.database().catalogue().column(call.table(), name);
    }

    private static Field<?> bound(SqlCall call, Column column, Object value) throws DatabaseFailure {
        if (column.generated()) {
            throw DatabaseFailure.query("database.generatedColumn", column.name());
        }
        return value == null ? DSL.field("null", Object.class) : call.database().rules().bound(column, value);
    }

    private static org.jooq.Table<Record> table(SqlCall call) {
        String name = call.table().name();
        DatabaseProperties.Database settings = call.database().settings();
        return DSL.table(settings.type() == DatabaseKind.POSTGRESQL ? DSL.name(settings.schema(), name) : DSL.name(name));
    }

    private static String prepared(Exchange exchange, Query query) {
        return prepared(exchange, SqlStatement.of(query));
    }

    private static String prepared(Exchange exchange, SqlStatement statement) {
        exchange.getMessage().setHeader(VALUES, statement.values());
        exchange.setProperty(PARAMETERS, statement.values().size());
        return statement.text();
    }
}
