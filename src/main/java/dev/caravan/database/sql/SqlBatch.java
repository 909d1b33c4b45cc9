package dev.caravan.database.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.Advanced;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.PageCall;
import dev.caravan.database.ReadLimit;
import dev.caravan.database.RouteLimit;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import dev.caravan.database.sql.BoundedRows.SqlTimes;
import dev.caravan.envelope.Text;
import dev.caravan.json.JsonMappers;
import java.sql.Array;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.apache.camel.component.sql.SqlConstants;
import org.postgresql.util.PGobject;
import org.springframework.stereotype.Component;

/** The steps of transactions: the rows of an insert, with or without {@code on}, or the statements of a caller. */
@Component("sqlBatch")
public class SqlBatch {

    private final SqlDriver databases;

    SqlBatch(SqlDriver databases) {
        this.databases = databases;
    }

    /** Translates the arguments of an insert tool into INSERTs. Adjacent rows with the same columns share one INSERT. */
    public SqlTransaction insert(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SqlCall call) {
        List<Map<?, ?>> rows = new ArrayList<>();
        for (Object row : DatabaseValues.list(arguments.get("data"))) {
            rows.add((Map<?, ?>) row);
        }
        return new Insert(call, rows);
    }

    /**
     * Reads the arguments of an insert with {@code on}, and checks that a unique key has just its columns. Without one, two callers at the
     * same time could insert the same row.
     */
    public SqlTransaction upsert(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SqlCall call) throws Exception {
        return SqlUpsert.of(call, arguments);
    }

    /**
     * Judges all statements of the caller before the first one runs. A list of statements that only read runs in a read-only transaction.
     */
    public SqlTransaction script(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws DatabaseFailure, SQLException {
        SqlDatabase database = databases.get(name);
        SqlJudge judge = new SqlJudge(database);
        List<SqlStatement> statements = new ArrayList<>();
        for (Object each : Advanced.list(arguments, "queries", RouteLimit.of(exchange, "mostStatements"))) {
            Map<?, ?> query = (Map<?, ?>) each;
            List<?> values = query.get("params") instanceof List<?> list ? list : List.of();
            statements.add(judge.statement(statements.size() + 1, (String) query.get("query"), values));
        }
        Optional<SqlStatement> settings = database.rules().transaction(database.settings().schema(), judge.reads());
        settings.ifPresent(first -> statements.add(0, first));
        return new Script(new SqlCall(database, null), statements, settings.isPresent() ? 1 : 0, RouteLimit.of(exchange, "mostRows"));
    }

    /**
     * Makes the statements of an attempt. All are made before the first one runs, so that a bad value is reported without a transaction.
     */
    public List<SqlStatement> statements(@Variable(SqlTransaction.VARIABLE) SqlTransaction transaction)
            throws DatabaseFailure, SQLException {
        return transaction.begin();
    }

    /** Prepares one statement of a list for camel-sql, if the caller still waits for it. */
    public void prepare(@Body SqlStatement statement, @Variable(SqlTransaction.VARIABLE) SqlTransaction transaction, Exchange exchange)
            throws DatabaseFailure {
        checkAwaited(exchange);
        statement.alone(exchange);
        if (transaction.isGenerating() && statement.text().startsWith("insert")) {
            exchange.getMessage().setHeader(SqlConstants.SQL_RETRIEVE_GENERATED_KEYS, true);
        }
    }

    /** Collects the result of one statement. Fails if nobody waits for it any more, also after the last one. */
    public void ran(@Body Object body, @Header(SqlConstants.SQL_UPDATE_COUNT) Integer affected,
            @Header(SqlConstants.SQL_GENERATED_KEYS_DATA) List<Map<String, Object>> generated,
            @Variable(SqlTransaction.VARIABLE) SqlTransaction transaction, Exchange exchange) throws DatabaseFailure {
        transaction.ran(body, affected, generated);
        checkAwaited(exchange);
    }

    /**
     * Fails if the call was answered as late or cancelled meanwhile, which interrupts its thread. The failure rolls the transaction back.
     * Otherwise the caller, who may try again, would have everything written twice.
     */
    private static void checkAwaited(Exchange exchange) throws DatabaseFailure {
        if (Thread.currentThread().isInterrupted()) {
            throw DatabaseFailure.of(Type.TIMEOUT, Text.of("database.late", exchange.getProperty("database", String.class)));
        }
    }

    public void committed(@Variable(SqlTransaction.VARIABLE) SqlTransaction transaction) {
        transaction.committed();
    }

    /** Returns whether the transaction must not run again. */
    public boolean isFailed(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown,
            @Variable(SqlTransaction.VARIABLE) SqlTransaction transaction) {
        return !transaction.mayRunAgain(thrown);
    }

    /** Shapes what the statements did. */
    public Map<String, Object> answer(@Variable(SqlTransaction.VARIABLE) SqlTransaction transaction) {
        return transaction.answer();
    }

    /** A plain insert. */
    private static final class Insert extends SqlTransaction {

        private final List<Map<?, ?>> rows;
        private final List<Object> ids = new ArrayList<>();

        Insert(SqlCall call, List<Map<?, ?>> rows) {
            super(call);
            this.rows = rows;
        }

        @Override
        List<SqlStatement> statements() throws DatabaseFailure, SQLException {
            List<SqlStatement> statements = new ArrayList<>();
            for (List<Map<?, ?>> together : groups(rows)) {
                SqlStatement.Writer insert = values(together);
                statements.add((isReturning() ? insert.add(" returning ").add(names(call.table.key())) : insert).statement());
            }
            return statements;
        }

        @Override
        void ran(int number, Object body, Integer affected, List<Map<String, Object>> generated) {
            List<?> keys = body instanceof List<?> returned ? returned : generated == null ? List.of() : generated;
            keys.forEach(row -> ids.add(id(row)));
        }

        /** Returns {@code {inserted_count, inserted_ids}}. Keys from the caller count as ids too. */
        @Override
        Map<String, Object> answer() {
            boolean areGiven = hasKey() && rows.stream().allMatch(row -> row.keySet().containsAll(call.table.key()));
            return DatabaseValues.object("inserted_count", rows.size(),
                    "inserted_ids", ids.size() == rows.size() ? ids : areGiven ? rows.stream().map(this::given).toList() : List.of());
        }
    }

    /** Statements that a caller wrote. */
    private static final class Script extends SqlTransaction {

        private final List<SqlStatement> statements;
        private final int hidden;
        private final int mostRows;
        private final ReadLimit limit;
        private final List<Map<String, Object>> results = new ArrayList<>();

        /**
         * @param hidden   how many of the first statements set up the transaction
         * @param mostRows maximum number of rows in the answer of one statement
         */
        Script(SqlCall call, List<SqlStatement> statements, int hidden, int mostRows) {
            super(call);
            this.statements = statements;
            this.hidden = hidden;
            this.mostRows = mostRows;
            this.limit = new ReadLimit(call.database.settings().maxRead().toBytes());
        }

        @Override
        List<SqlStatement> statements() {
            return statements;
        }

        @Override
        void ran(int number, Object body, Integer affected, List<Map<String, Object>> generated) {
            if (number >= hidden) {
                results.add(body instanceof List<?> rows ? SqlValues.result(rows, mostRows, limit)
                        : Map.of("affected_rows", affected == null ? 0 : affected));
            }
        }

        /** Returns {@code {results: [{affected_rows} or {data, count}]}}. */
        @Override
        Map<String, Object> answer() {
            return Map.of("results", results);
        }
    }

    /** Converts rows into JSON by the Java class of each value. It serves statements whose columns are not in the catalogue. */
    static final class SqlValues {

        private static final ObjectMapper JSON = JsonMappers.normal();

        private SqlValues() {
        }

        /**
         * Returns {@code {data, count}}, with {@code truncated} if rows were left out.
         *
         * @param mostRows maximum number of rows in the answer of this statement
         * @param limit    read limit of all statements of the call together
         */
        static Map<String, Object> result(List<?> rows, int mostRows, ReadLimit limit) {
            List<Map<String, Object>> data = new ArrayList<>();
            List<?> read = BoundedRows.read(rows);
            for (Object row : read.subList(0, Math.min(read.size(), mostRows))) {
                if (!limit.isOpen()) {
                    break;
                }
                Map<String, Object> view = ((SqlRow) row).map();
                limit.add(view);
                view.replaceAll((name, value) -> plain(value));
                data.add(view);
            }
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("data", data);
            result.put("count", data.size());
            if (rows.size() > data.size()) {
                result.put("truncated", true);
            }
            return result;
        }

        private static Object plain(Object value) {
            if (value instanceof byte[] bytes) {
                return Base64.getEncoder().encodeToString(bytes);
            }
            if (value instanceof Array array) {
                return list(array);
            }
            if (value instanceof Double || value instanceof Float) {
                return Double.isFinite(((Number) value).doubleValue()) ? DatabaseValues.floating((Number) value) : value.toString();
            }
            if (value instanceof PGobject object && object.getType().startsWith("json")) {
                try {
                    return JSON.readTree(object.getValue());
                } catch (JsonProcessingException e) {
                    return object.getValue();
                }
            }
            return value == null || value instanceof Number || value instanceof Boolean || value instanceof String ? value
                    : value.toString();
        }

        private static List<Object> list(Array array) {
            try {
                return list((Object[]) array.getArray(), array.getBaseTypeName());
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Returns the items, which may be null. An inner array becomes a list too. */
        private static List<Object> list(Object[] items, String type) {
            List<Object> list = new ArrayList<>();
            for (Object item : items) {
                list.add(item instanceof Object[] inner ? list(inner, type)
                        : item instanceof Timestamp time ? time(time, type) : plain(item));
            }
            return list;
        }

        /** Returns a time of an array, which the driver has read in the zone of this machine. */
        private static String time(Timestamp time, String type) {
            return SqlTimes.text(SqlTimes.isLocal(type) ? time.toLocalDateTime().toInstant(ZoneOffset.UTC) : time.toInstant(), type);
        }
    }
}
