package dev.caravan.database.sql;

import dev.caravan.database.Advanced;
import dev.caravan.database.Column;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageCall;
import dev.caravan.database.RouteLimit;
import dev.caravan.database.UpsertSpec;
import dev.caravan.envelope.Text;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.apache.camel.component.sql.SqlConstants;
import org.springframework.stereotype.Component;

/** Makes lists of statements that run in one transaction: the rows of an insert, or the statements of a caller. */
@Component("sqlBatch")
public class SqlBatch {

    /** Maximum parameters of a statement. PostgreSQL and MariaDB allow 65,535, SQLite 32,766. */
    private static final int MOST_PARAMETERS = 30_000;

    /** Limits of a transaction for routes of older releases, which name none. */
    private static final int MOST_STATEMENTS = 50;
    private static final int MOST_ROWS = 1_000;

    private final SqlDatabases databases;

    SqlBatch(SqlDatabases databases) {
        this.databases = databases;
    }

    /**
     * Translates the arguments of an insert tool into INSERTs. Adjacent rows with the same columns share one INSERT. All INSERTs are made before the
     * first one runs, so that a bad value is reported without a transaction.
     */
    public List<SqlStatement> inserts(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SqlCall call) throws DatabaseFailure, SQLException {
        UpsertSpec.refuse(arguments);
        List<SqlStatement> statements = new ArrayList<>();
        List<Map<?, ?>> rows = new ArrayList<>();
        for (Object row : arguments.get("data") instanceof List<?> list ? list : List.of(arguments.get("data"))) {
            rows.add((Map<?, ?>) row);
        }
        for (List<Map<?, ?>> together : groups(call, rows)) {
            statements.add(insert(call, together));
        }
        return statements;
    }

    /** Divides rows, in their order, into those that share an INSERT: adjacent rows with the same columns, as many as a statement has parameters for. */
    static <T extends Map<?, ?>> List<List<T>> groups(SqlCall call, List<T> rows) {
        List<List<T>> groups = new ArrayList<>();
        List<T> together = new ArrayList<>();
        for (T next : rows) {
            boolean same = together.isEmpty() || !next.isEmpty() && together.get(0).keySet().equals(next.keySet()) && !onlyLastKey(call, next);
            if (!same || (long) (together.size() + 1) * Math.max(1, next.size()) > MOST_PARAMETERS) {
                groups.add(together);
                together = new ArrayList<>();
            }
            together.add(next);
        }
        groups.add(together);
        return groups;
    }

    /** Returns whether each row needs its own statement. MySQL returns one generated key for each statement. */
    private static boolean onlyLastKey(SqlCall call, Map<?, ?> row) {
        return !call.database().catalogue().returning() && !call.table().key().isEmpty() && !row.keySet().containsAll(call.table().key());
    }

    private static SqlStatement insert(SqlCall call, List<Map<?, ?>> rows) throws DatabaseFailure, SQLException {
        SqlStatement.Writer insert = values(call, rows);
        if (call.database().catalogue().returning() && !call.table().key().isEmpty()) {
            insert.add(" returning ").add(names(call, call.table().key()));
        }
        return insert.statement();
    }

    /** Begins an INSERT of rows with the same columns: {@code insert into … values …}. */
    static SqlStatement.Writer values(SqlCall call, List<? extends Map<?, ?>> rows) throws DatabaseFailure, SQLException {
        return values(call, rows, UnaryOperator.identity());
    }

    /** @param first changes the first value of each row */
    static SqlStatement.Writer values(SqlCall call, List<? extends Map<?, ?>> rows, UnaryOperator<SqlStatement> first) throws DatabaseFailure, SQLException {
        SqlStatement.Writer insert = new SqlStatement.Writer().add("insert into ").add(call.tableName());
        if (rows.get(0).isEmpty()) {
            insert.add(call.database().rules().defaults());
        } else {
            List<Column> columns = new ArrayList<>();
            for (Object name : rows.get(0).keySet()) {
                columns.add(call.column((String) name));
            }
            insert.add(" (").add(names(call, columns.stream().map(Column::name).toList())).add(") values ");
            for (int i = 0; i < rows.size(); i++) {
                insert.add(i == 0 ? "(" : ", (");
                int place = 0;
                for (Object name : rows.get(0).keySet()) {
                    SqlStatement value = call.bound(columns.get(place), rows.get(i).get(name));
                    insert.add(place == 0 ? "" : ", ").add(place == 0 ? first.apply(value) : value);
                    place++;
                }
                insert.add(")");
            }
        }
        return insert;
    }

    /** Returns the quoted names of columns, separated by commas. */
    static String names(SqlCall call, List<String> columns) {
        return columns.stream().map(call.database().rules()::quoted).collect(Collectors.joining(", "));
    }

    /** Opens a call without a table. Its statements name their tables. */
    public SqlCall call(@ExchangeProperty("database") String name) {
        return new SqlCall(databases.get(name), null);
    }

    /** Judges all statements of the caller before the first one runs. A list of statements that only read runs in a read-only transaction. */
    public List<SqlStatement> statements(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SqlCall call, Exchange exchange) throws DatabaseFailure, SQLException {
        SqlJudge judge = new SqlJudge(call.database());
        List<SqlStatement> statements = new ArrayList<>();
        for (Object each : Advanced.list(arguments, "queries", RouteLimit.of(exchange, "mostStatements", MOST_STATEMENTS))) {
            Map<?, ?> query = (Map<?, ?>) each;
            List<?> values = query.get("params") instanceof List<?> list ? list : List.of();
            statements.add(judge.statement(statements.size() + 1, (String) query.get("query"), values));
        }
        call.settings(call.database().rules().transaction(call.database().settings().schema(), judge.reads()));
        call.settings().ifPresent(settings -> statements.add(0, settings));
        return statements;
    }

    /** Collects the result of one statement. Fails if nobody waits for it any more, also after the last one. */
    public void ran(@Body Object body, @Header(SqlConstants.SQL_UPDATE_COUNT) Integer affected, @Header(SqlConstants.SQL_GENERATED_KEYS_DATA) List<Map<String, Object>> generated,
            @Variable(PageCall.VARIABLE) SqlCall call, Exchange exchange) throws DatabaseFailure {
        if (call.upsert() != null) {
            call.upsert().ran(body, affected, generated);
        } else if (call.table() != null) {
            inserted(body, generated, call);
        } else if (body instanceof List<?> rows) {
            call.results().add(SqlValues.result(rows, RouteLimit.of(exchange, "mostRows", MOST_ROWS), call.readLimit()));
        } else {
            call.results().add(Map.of("affected_rows", affected == null ? 0 : affected));
        }
        checkAwaited(exchange);
    }

    /**
     * Fails if the call was answered as late or cancelled meanwhile, which interrupts its thread. The failure rolls the transaction back. Otherwise the
     * caller, who may try again, would have everything written twice.
     */
    private static void checkAwaited(Exchange exchange) throws DatabaseFailure {
        if (Thread.currentThread().isInterrupted()) {
            throw DatabaseFailure.of(Type.TIMEOUT, Text.of("database.late", exchange.getProperty("database", String.class)));
        }
    }

    /** Shapes the results as {@code {results: [{affected_rows} or {data, count}]}}. */
    public Map<String, Object> committed(@Variable(PageCall.VARIABLE) SqlCall call) {
        return Map.of("results", call.results().subList(call.settings().isPresent() ? 1 : 0, call.results().size()));
    }

    /** Prepares one statement of a list for camel-sql, if the caller still waits for it. */
    public void prepare(@Body SqlStatement statement, @Variable(PageCall.VARIABLE) SqlCall call, Exchange exchange) throws DatabaseFailure {
        checkAwaited(exchange);
        statement.alone(exchange);
        boolean generates = call.table() != null && !call.database().catalogue().returning() && !call.table().key().isEmpty();
        if (generates && statement.text().startsWith("insert")) {
            exchange.getMessage().setHeader(SqlConstants.SQL_RETRIEVE_GENERATED_KEYS, true);
        }
    }

    /** Collects the keys of the inserted rows. */
    private static void inserted(Object body, List<Map<String, Object>> generated, SqlCall call) {
        List<?> keys = body instanceof List<?> rows ? rows : generated == null ? List.of() : generated;
        for (Object row : keys) {
            call.ids().add(id(call, row));
        }
    }

    /**
     * Returns the primary key of a row.
     *
     * @param found a row of the database, or the generated keys of one
     */
    static Object id(SqlCall call, Object found) {
        Map<?, ?> row = found instanceof SqlRow returned ? returned.map() : (Map<?, ?>) found;
        List<String> key = call.table().key();
        if (key.size() == 1) {
            Object value = row.containsKey(key.get(0)) ? row.get(key.get(0)) : row.values().iterator().next();
            return call.database().rules().json(call.table().columns().get(key.get(0)), plain(value));
        }
        return shown(call, row, key);
    }

    /** Returns values of a row of the database as JSON has them. */
    static Map<String, Object> shown(SqlCall call, Map<?, ?> row, List<String> columns) {
        Map<String, Object> shown = new LinkedHashMap<>();
        columns.forEach(column -> shown.put(column, call.database().rules().json(call.table().columns().get(column), plain(row.get(column)))));
        return shown;
    }

    /** Converts values of the driver's own classes into text. */
    private static Object plain(Object value) {
        return value == null || value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof byte[] ? value : value.toString();
    }

    /** Shapes the ids as {@code {inserted_count, inserted_ids}}. Keys from the caller count as ids too. */
    public Map<String, Object> insertedAll(@Variable("arguments") Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SqlCall call) {
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
            ids.add(given(key, values));
        }
        return ids;
    }

    /** Returns the primary key that the caller gave. */
    static Object given(List<String> key, Map<?, ?> values) {
        if (key.size() == 1) {
            return values.get(key.get(0));
        }
        Map<String, Object> id = new LinkedHashMap<>();
        key.forEach(column -> id.put(column, values.get(column)));
        return id;
    }
}
