package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.Advanced;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.PageSpec.RouteLimit;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import dev.caravan.database.sql.Sql.SqlCall;
import dev.caravan.json.BoundedJson.ReadLimit;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.jdbc.core.RowMapperResultSetExtractor;
import org.springframework.stereotype.Component;

/** The steps of transactions: the rows of an insert, or the statements of a caller. */
@Component("sqlBatch")
public record SqlBatch(SqlDriver databases) {

    /** Maximum number of values in one statement. PostgreSQL allows 65,535, SQLite 32,766. */
    private static final int MOST_PARAMETERS = 30_000;

    /** Statements that run in one transaction, with all that they need. Returns the answer. */
    interface Transaction {

        Map<String, Object> run(Connection connection) throws Exception;
    }

    /**
     * What one statement did.
     *
     * @param rows      what it returned; null for nothing
     * @param affected  how many rows it inserted, matched or deleted
     * @param generated the keys that the database generated, without RETURNING
     */
    private record Done(List<SqlRow> rows, int affected, List<JsonNode> generated) {
    }

    /** Translates the arguments of an insert tool into INSERTs. Adjacent rows with the same columns share one INSERT. */
    public Transaction insert(@Body Map<String, Object> arguments, @Variable("call") SqlCall call) throws Exception {
        List<? extends Map<?, ?>> rows = DatabaseValues.list(arguments.get("data")).stream().map(row -> (Map<?, ?>) row).toList();
        for (Object column : rows.stream().flatMap(row -> row.keySet().stream()).distinct().toList()) {
            call.column((String) column); // asks the catalogue before the transaction takes a connection
        }
        return connection -> {
            List<Object> ids = insert(connection, call, rows);
            return DatabaseValues.object("inserted_count", rows.size(), "inserted_ids", ids.contains(null) ? List.of() : ids);
        };
    }

    /**
     * Judges all statements of the caller before the first one runs. A list of statements that only read runs in a read-only transaction.
     */
    public Transaction script(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws Exception {
        SqlDatabase database = databases.get(name);
        int mostRows = RouteLimit.of(exchange, "mostRows");
        SqlJudge judge = new SqlJudge(database);
        List<SqlStatement> statements = new ArrayList<>();
        for (Object each : Advanced.list(arguments, "queries", exchange, "mostStatements")) {
            Map<?, ?> query = (Map<?, ?>) each;
            List<?> values = query.get("params") instanceof List<?> list ? list : List.of();
            statements.add(judge.statement(statements.size() + 1, (String) query.get("query"), values));
        }
        Optional<SqlStatement> settings = database.rules().transaction(database.settings().schema(), judge.reads());
        return connection -> {
            if (settings.isPresent()) {
                done(connection, database, settings.get(), 1);
            }
            ReadLimit limit = new ReadLimit(database.settings().maxRead().toBytes());
            List<Map<String, Object>> results = new ArrayList<>();
            for (SqlStatement statement : statements) {
                Done done = done(connection, database, statement, mostRows + 1);
                results.add(done.rows() == null ? Map.of("affected_rows", done.affected()) : result(done.rows(), mostRows, limit));
            }
            return Map.of("results", results);
        };
    }

    /** Returns the rows as {@code {data, count}}, with {@code truncated} if rows were left out. */
    private static Map<String, Object> result(List<SqlRow> rows, int mostRows, ReadLimit limit) {
        List<ObjectNode> data = new ArrayList<>();
        for (SqlRow row : BoundedRows.read(rows)) {
            if (data.size() < mostRows && limit.isOpen()) {
                data.add(row.object());
                limit.add(row.object());
            }
        }
        Map<String, Object> result = DatabaseValues.object("data", data, "count", data.size());
        if (rows.size() > data.size()) {
            result.put("truncated", true);
        }
        return result;
    }

    /** Runs the transaction. It is rolled back if nobody waits for the answer. */
    public Map<String, Object> run(@Variable("transaction") Transaction transaction, @ExchangeProperty("database") String name)
            throws Exception {
        try (Connection connection = databases.get(name).inParts().getConnection()) {
            Map<String, Object> answer = transaction.run(connection);
            checkWaited();
            connection.commit();
            return answer;
        }
    }

    private static void checkWaited() throws SQLException {
        if (Thread.currentThread().isInterrupted()) {
            throw new SQLTimeoutException("Nobody waits for the answer", "57014");
        }
    }

    private static Done done(Connection connection, SqlDatabase database, SqlStatement statement, int mostRows) throws SQLException {
        checkWaited();
        boolean generates = database.settings().type() == DatabaseKind.MYSQL;
        BoundedRows bounds = new BoundedRows(database.rules(), database.settings().maxRead().toBytes());
        try (PreparedStatement run = connection.prepareStatement(statement.text(),
                generates ? Statement.RETURN_GENERATED_KEYS : Statement.NO_GENERATED_KEYS)) {
            run.setMaxRows(mostRows);
            SqlStatement.bind(run, statement.values().iterator());
            if (run.execute()) {
                // closed by itself, since MariaDB's driver would read all rows left of a statement that is closed
                try (ResultSet result = run.getResultSet()) {
                    return new Done(new RowMapperResultSetExtractor<>(bounds.newColumnRowMapper()).extractData(result), 0, List.of());
                }
            }
            List<JsonNode> ids = new ArrayList<>();
            for (ResultSet keys = generates ? run.getGeneratedKeys() : null; generates && keys.next(); ) {
                ids.add(SqlRules.number(keys.getString(1)));
            }
            return new Done(null, run.getUpdateCount(), ids);
        }
    }

    /** Inserts the rows, and returns the id of each: the value of a key of one column, otherwise an object; null where it is unknown. */
    private static List<Object> insert(Connection connection, SqlCall call, List<? extends Map<?, ?>> rows) throws Exception {
        boolean returning = call.table.returns();
        List<Object> ids = new ArrayList<>();
        for (List<Map<?, ?>> group : groups(call, rows)) {
            SqlStatement insert = insert(call, group);
            SqlStatement whole = returning ? SqlStatement.of(insert, " returning ", names(call, call.table.key())) : insert;
            Done done = done(connection, call.database, whole, 0);
            List<String> key = call.table.key();
            List<?> made = returning ? BoundedRows.read(done.rows()).stream().map(row -> id(key, row.object()::get)).toList()
                    : done.generated();
            for (int i = 0; i < group.size(); i++) {
                Map<?, ?> row = group.get(i);
                Object given = !key.isEmpty() && row.keySet().containsAll(key) ? id(key, row::get) : null;
                ids.add(made.size() == group.size() && (returning || given == null) ? made.get(i) : given);
            }
        }
        return ids;
    }

    /** Groups rows with the same columns that follow each other, for one INSERT each. */
    private static List<List<Map<?, ?>>> groups(SqlCall call, List<? extends Map<?, ?>> rows) {
        List<List<Map<?, ?>>> groups = new ArrayList<>();
        List<Map<?, ?>> together = List.of();
        for (Map<?, ?> next : rows) {
            // MySQL returns one generated key for each statement
            boolean alone = next.isEmpty() || !call.table.returns() && !next.keySet().containsAll(call.table.key());
            boolean same = !alone && !together.isEmpty() && together.get(0).keySet().equals(next.keySet());
            if (!same || (together.size() + 1L) * next.size() > MOST_PARAMETERS) {
                together = new ArrayList<>();
                groups.add(together);
            }
            together.add(next);
        }
        return groups;
    }

    /** Makes the INSERT of rows with the same columns. */
    private static SqlStatement insert(SqlCall call, List<Map<?, ?>> rows) throws Exception {
        Map<Object, ColumnDescription> columns = new LinkedHashMap<>();
        for (Object name : rows.get(0).keySet()) {
            columns.put(name, call.column((String) name));
        }
        List<SqlStatement> all = new ArrayList<>();
        for (Map<?, ?> row : rows) {
            all.add(SqlRules.list(columns.keySet(), name -> call.bound(columns.get(name), row.get(name))).between("(", ")"));
        }
        String names = names(call, columns.values().stream().map(ColumnDescription::name).toList());
        return SqlStatement.of("insert into ", call.table.quoted(), columns.isEmpty() ? call.database.rules().words.defaults()
                : SqlStatement.of(" (", names, ") values ", SqlStatement.join(", ", all)));
    }

    private static String names(SqlCall call, List<String> columns) {
        return columns.stream().map(call.database.rules()::quoted).collect(Collectors.joining(", "));
    }

    /** Returns the id of a row: the value of a key of one column, otherwise an object. */
    private static Object id(List<String> key, Function<String, Object> values) {
        Map<String, Object> id = new LinkedHashMap<>();
        key.forEach(column -> id.put(column, values.apply(column)));
        return id.size() == 1 ? id.get(key.get(0)) : id;
    }
}
