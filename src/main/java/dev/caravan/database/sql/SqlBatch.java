package dev.caravan.database.sql;

import dev.caravan.database.Column;
import dev.caravan.database.DatabaseFailure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.component.sql.SqlConstants;
import org.springframework.stereotype.Component;

/** Lists of statements that run in one transaction: the rows of an insert, and what a caller wrote. */
@Component("sqlBatch")
public class SqlBatch {

    /** PostgreSQL and MariaDB take 65,535 parameters, SQLite 32,766. */
    private static final int MOST_PARAMETERS = 30_000;

    private final SqlDatabases databases;

    SqlBatch(SqlDatabases databases) {
        this.databases = databases;
    }

    /**
     * The {@code INSERT}s of an insert tool: rows with the same columns that follow each other go in together. Every one of
     * them is made before the first is run, so that a bad value is said without a transaction.
     */
    public List<SqlStatement> inserts(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws DatabaseFailure, SQLException {
        SqlCall call = SqlCall.open(databases.get(name), arguments, exchange);
        List<SqlStatement> statements = new ArrayList<>();
        List<Map<?, ?>> together = new ArrayList<>();
        for (Object row : arguments.get("data") instanceof List<?> list ? list : List.of(arguments.get("data"))) {
            Map<?, ?> next = (Map<?, ?>) row;
            boolean same = together.isEmpty() || !next.isEmpty() && together.get(0).keySet().equals(next.keySet()) && !onlyLastKey(call, next);
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

    /** MySQL answers one generated key of a statement, so that each row that gets one is a statement of its own. */
    private static boolean onlyLastKey(SqlCall call, Map<?, ?> row) {
        return !call.database().catalogue().returning() && !call.table().key().isEmpty() && !row.keySet().containsAll(call.table().key());
    }

    private SqlStatement insert(SqlCall call, List<Map<?, ?>> rows) throws DatabaseFailure, SQLException {
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
                    insert.add(place == 0 ? "" : ", ").add(call.bound(columns.get(place), rows.get(i).get(name)));
                    place++;
                }
                insert.add(")");
            }
        }
        if (call.database().catalogue().returning() && !call.table().key().isEmpty()) {
            insert.add(" returning ").add(names(call, call.table().key()));
        }
        return insert.statement();
    }

    private static String names(SqlCall call, List<String> columns) {
        return columns.stream().map(call.database().rules()::quoted).collect(Collectors.joining(", "));
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
    public void ran(@Body Object body, @Header(SqlConstants.SQL_UPDATE_COUNT) Integer affected, @Header(SqlConstants.SQL_GENERATED_KEYS_DATA) List<Map<String, Object>> generated,
            @ExchangeProperty(SqlCall.PROPERTY) SqlCall call) {
        if (call.table() != null) {
            inserted(body, generated, call);
        } else if (body instanceof List<?> rows) {
            call.results().add(SqlValues.result(rows, call.readLimit()));
        } else {
            call.results().add(Map.of("affected_rows", affected == null ? 0 : affected));
        }
    }

    /** {@code {results: [{affected_rows} or {data, count}]}} */
    public Map<String, Object> committed(@ExchangeProperty(SqlCall.PROPERTY) SqlCall call) {
        return Map.of("results", call.results());
    }

    /** One statement of a list, for camel-sql. */
    public void prepare(@Body SqlStatement statement, @ExchangeProperty(SqlCall.PROPERTY) SqlCall call, Exchange exchange) {
        statement.prepare(exchange);
        if (call.table() != null && !call.database().catalogue().returning() && !call.table().key().isEmpty()) {
            exchange.getMessage().setHeader(SqlConstants.SQL_RETRIEVE_GENERATED_KEYS, true);
        }
    }

    /** Takes the keys of what was inserted. */
    private static void inserted(Object body, List<Map<String, Object>> generated, SqlCall call) {
        List<?> keys = body instanceof List<?> rows ? rows : generated == null ? List.of() : generated;
        for (Object row : keys) {
            call.ids().add(id(call, row instanceof SqlRow returned ? returned.map() : (Map<?, ?>) row));
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
}
