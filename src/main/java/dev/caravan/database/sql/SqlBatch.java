package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.Advanced;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.PageCall;
import dev.caravan.database.ReadLimit;
import dev.caravan.database.RouteLimit;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import dev.caravan.database.sql.Sql.SqlCall;
import dev.caravan.envelope.Text;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.apache.camel.component.sql.SqlConstants;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The steps of transactions: the rows of an insert, with or without {@code on}, or the statements of a caller. */
@Component("sqlBatch")
public record SqlBatch(SqlDriver databases) {

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
        UpsertSpec spec = UpsertSpec.of(arguments, call.table.key(), name -> call.column(name).name());
        spec.checkUnique(call.table.name(), call.database.catalogue().uniqueKeys(call.table));
        return new SqlUpsert(call, spec);
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

    /** Begins the transaction, or begins it again. Returns its first statement. */
    public SqlStatement begin(@Variable(SqlTransaction.VARIABLE) SqlTransaction transaction, Exchange exchange)
            throws DatabaseFailure, SQLException {
        transaction.begin();
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                if (!transaction.isDone()) {
                    throw new IllegalStateException("The call ended before the last statement"); // rolls back
                }
            }
        });
        return prepared(transaction, exchange);
    }

    /** Takes what the statement did, and returns the next one; null after the last one. */
    @SuppressWarnings("unchecked")
    public SqlStatement next(@Body Object body, @Header(SqlConstants.SQL_UPDATE_COUNT) Integer affected,
            @Header(SqlConstants.SQL_GENERATED_KEYS_DATA) List<Map<String, Object>> generated,
            @Variable(SqlTransaction.VARIABLE) SqlTransaction transaction, Exchange exchange) throws DatabaseFailure, SQLException {
        transaction.ran(body instanceof List<?> rows ? (List<SqlRow>) rows : null, affected == null ? 0 : affected, generated);
        return prepared(transaction, exchange);
    }

    /** @throws DatabaseFailure timeout_error once nobody waits for the answer; the transaction then rolls back */
    private static SqlStatement prepared(SqlTransaction transaction, Exchange exchange) throws DatabaseFailure, SQLException {
        if (Thread.currentThread().isInterrupted()) {
            throw DatabaseFailure.of(Type.TIMEOUT, Text.of("database.late", exchange.getProperty("database", String.class)));
        }
        SqlStatement statement = transaction.advance();
        exchange.getMessage().removeHeaders("*");
        if (statement != null && transaction.isGenerating() && statement.text().startsWith("insert")) {
            exchange.getMessage().setHeader(SqlConstants.SQL_RETRIEVE_GENERATED_KEYS, true);
        }
        return statement;
    }

    public void committed(@Variable(SqlTransaction.VARIABLE) SqlTransaction transaction) {
        transaction.committed();
    }

    /** Returns whether the transaction has failed for good, so that it doesn't run again. */
    public boolean isFailed(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown,
            @Variable(SqlTransaction.VARIABLE) SqlTransaction transaction) {
        return !transaction.mayRunAgain(thrown);
    }

    public Map<String, Object> answer(@Variable(SqlTransaction.VARIABLE) SqlTransaction transaction) {
        return transaction.answer();
    }

    /** Inserts all rows and collects their ids. */
    private static final class Insert extends SqlTransaction {

        private final List<Map<?, ?>> rows;
        private final List<Object> ids = new ArrayList<>();
        private Iterator<List<Map<?, ?>>> groups;

        Insert(SqlCall call, List<Map<?, ?>> rows) {
            super(call);
            this.rows = rows;
        }

        @Override
        void begin() {
            groups = groups(rows).iterator();
        }

        @Override
        SqlStatement next() throws DatabaseFailure, SQLException {
            return groups.hasNext() ? insert(groups.next()) : null;
        }

        @Override
        void ran(List<SqlRow> returned, int affected, List<Map<String, Object>> generated) {
            if (hasKey()) {
                ids.addAll(ids(returned, generated));
            }
        }

        @Override
        Map<String, Object> answer() {
            boolean areGiven = rows.stream().allMatch(row -> given(row) != null);
            return DatabaseValues.object("inserted_count", rows.size(),
                    "inserted_ids", ids.size() == rows.size() ? ids : areGiven ? rows.stream().map(this::given).toList() : List.of());
        }
    }

    /** Runs the statements of a caller, after hidden ones of the gateway, and collects what each of them returned. */
    private static final class Script extends SqlTransaction {

        private final List<SqlStatement> statements;
        private final int hidden;
        private final int mostRows;
        private final ReadLimit limit;
        private final List<Map<String, Object>> results = new ArrayList<>();
        private int ran;

        Script(SqlCall call, List<SqlStatement> statements, int hidden, int mostRows) {
            super(call);
            this.statements = statements;
            this.hidden = hidden;
            this.mostRows = mostRows;
            this.limit = new ReadLimit(call.database.settings().maxRead().toBytes());
        }

        @Override
        void begin() {
            // runs once
        }

        @Override
        SqlStatement next() {
            return ran < statements.size() ? statements.get(ran) : null;
        }

        @Override
        void ran(List<SqlRow> rows, int affected, List<Map<String, Object>> generated) {
            if (ran++ >= hidden) {
                results.add(rows == null ? Map.of("affected_rows", affected) : result(rows));
            }
        }

        /** Returns the rows as {@code {data, count}}, with {@code truncated} if rows were left out. */
        private Map<String, Object> result(List<SqlRow> rows) {
            List<ObjectNode> data = new ArrayList<>();
            List<SqlRow> read = BoundedRows.read(rows);
            for (SqlRow row : read.subList(0, Math.min(read.size(), mostRows))) {
                if (!limit.isOpen()) {
                    break;
                }
                data.add(row.object());
                limit.add(row.object());
            }
            Map<String, Object> result = DatabaseValues.object("data", data, "count", data.size());
            if (rows.size() > data.size()) {
                result.put("truncated", true);
            }
            return result;
        }

        @Override
        Map<String, Object> answer() {
            return Map.of("results", results);
        }
    }
}
