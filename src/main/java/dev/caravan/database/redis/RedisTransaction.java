package dev.caravan.database.redis;

import dev.caravan.database.Advanced;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import dev.caravan.database.RouteLimit;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.springframework.stereotype.Component;

/** Changes records in Redis: updates, deletes and lists of operations. A list runs completely or not at all. */
@Component("redisTransaction")
public class RedisTransaction {

    /** Limit of a transaction for routes of older releases, which do not set it. */
    private static final int MOST_OPERATIONS = 50;

    /** Longest pause between two attempts, in milliseconds. */
    private static final int LONGEST_PAUSE = 64;

    private final RedisDatabases databases;

    RedisTransaction(RedisDatabases databases) {
        this.databases = databases;
    }

    /** Translates the arguments of an update tool. A filter is required. */
    public List<RedisOperation> update(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws DatabaseFailure {
        return List.of(operation(databases.get(name), "update", arguments, null));
    }

    /** Translates the arguments of an insert tool with {@code on}, which must be the id. */
    public List<RedisOperation> upsert(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        return List.of(RedisOperation.Upsert.of(RedisTable.of((String) arguments.get("table"), databases.get(name)), arguments));
    }

    /** Translates the arguments of a delete tool. A filter is required. */
    public List<RedisOperation> delete(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws DatabaseFailure {
        return List.of(operation(databases.get(name), "delete", arguments, null));
    }

    /** Checks all operations of an advanced tool before the first one runs. */
    public List<RedisOperation> operations(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange) throws DatabaseFailure {
        Object table = arguments.get("table");
        List<RedisOperation> operations = new ArrayList<>();
        for (Object each : Advanced.list(arguments, "operations", RouteLimit.of(exchange, "mostOperations", MOST_OPERATIONS))) {
            int number = operations.size() + 1;
            Map<?, ?> operation = (Map<?, ?>) each;
            try {
                operations.add(new RedisOperation.Numbered(number, operation(databases.get(name), (String) operation.get("type"), operation, table)));
            } catch (DatabaseFailure e) {
                throw e.ofOperation(number);
            }
        }
        return operations;
    }

    @SuppressWarnings("unchecked")
    private static RedisOperation operation(RedisDatabase database, String type, Map<?, ?> arguments, Object commonTable) throws DatabaseFailure {
        Object name = arguments.get("table") == null ? commonTable : arguments.get("table");
        if (name == null) {
            throw DatabaseFailure.query("database.tableNeeded");
        }
        RedisTable table = RedisTable.of((String) name, database);
        Object data = arguments.get("data");
        if (!type.equals("delete") && data == null) {
            throw DatabaseFailure.query("database.operationData");
        }
        if (type.equals("update") && !(data instanceof Map)) {
            throw DatabaseFailure.query("database.updateData");
        }
        if (type.equals("insert")) {
            return new RedisOperation.Insert(RedisRows.of(table, data));
        }
        Filters.require((Map<String, Object>) arguments);
        RecordFilter filter = RecordFilter.of(arguments);
        return type.equals("update") ? RedisOperation.Update.of(table, (Map<String, Object>) data, filter) : new RedisOperation.Delete(table, filter);
    }

    /**
     * Runs the operations and returns their results. Starts again if another client changed the records, until the call's time is over.
     *
     * @throws DatabaseFailure timeout_error if other clients kept changing the records; nothing is written then
     */
    public List<Map<String, Object>> commit(@Body List<RedisOperation> operations, @ExchangeProperty("database") String name)
            throws DatabaseFailure, InterruptedException {
        RedisDatabase database = databases.get(name);
        try (RedisSession session = database.open()) {
            for (int pause = 1; !session.isOver(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
                RedisUnit unit = new RedisUnit(database, session);
                List<Map<String, Object>> results = new ArrayList<>();
                for (RedisOperation operation : operations) {
                    results.add(operation.run(unit));
                }
                if (unit.commit()) {
                    return results;
                }
                Thread.sleep(ThreadLocalRandom.current().nextInt(pause));
            }
        }
        throw DatabaseFailure.of(Type.TIMEOUT, Text.of("database.contended", name));
    }

    /** Returns the result of the only operation. */
    public Map<String, Object> result(@Body List<Map<String, Object>> results) {
        return results.get(0);
    }

    /** Shapes the results as {@code {results: [{inserted_count, inserted_ids} or {updated_count} or {deleted_count}]}}. */
    public Map<String, Object> results(@Body List<Map<String, Object>> results) {
        return Map.of("results", results);
    }
}
