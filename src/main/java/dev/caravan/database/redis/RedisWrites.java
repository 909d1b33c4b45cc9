package dev.caravan.database.redis;

import dev.caravan.database.Advanced;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.redis.RedisDatabase.Session;
import dev.caravan.database.redis.RedisRecords.RecordFilter;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Changes records in Redis: inserts, updates, deletes and lists of these. A call is done completely or not at all. */
@Component("redisWrites")
public record RedisWrites(RedisDriver databases) {

    /** Longest pause between two attempts, in milliseconds. */
    private static final int LONGEST_PAUSE = 64;

    /**
     * Returns the operations of a call as {@code {type, table, data, filters}}.
     *
     * @param verb insert, update or delete; null for the list of an advanced tool
     */
    public List<Map<String, Object>> operations(@Body Map<String, Object> arguments, @Variable("verb") String verb, Exchange exchange)
            throws DatabaseFailure {
        List<Map<String, Object>> operations = new ArrayList<>();
        for (Object each : verb != null ? List.of(arguments) : Advanced.list(arguments, "operations", exchange, "mostOperations")) {
            Map<String, Object> operation = DatabaseValues.object("table", arguments.get("table"), "type", verb);
            ((Map<?, ?>) each).forEach((member, value) -> operation.put((String) member, value));
            operations.add(operation);
        }
        return operations;
    }

    /**
     * Runs the operations. Starts again if another client changed the records, until the call's time is over.
     *
     * @param verb null for a list of the caller: its answer is a list too, and its failures have a number
     * @return {@code {inserted_count, inserted_ids}}, {@code {updated_count}} or {@code {deleted_count}}; for a list
     *         {@code {results: […]}}
     * @throws DatabaseFailure timeout_error if other clients kept changing the records; nothing is written then
     */
    public Map<String, Object> commit(@Body List<Map<String, Object>> operations, @Variable("verb") String verb,
            @ExchangeProperty("database") String name) throws Exception {
        RedisDatabase database = databases.get(name);
        try (Session session = database.new Session(false)) {
            for (int pause = 1; session.left() > 0; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
                RedisUnit unit = new RedisUnit(database, session);
                List<Map<String, Object>> results = new ArrayList<>();
                for (Map<String, Object> operation : operations) {
                    try {
                        results.add(run(operation, database, unit));
                    } catch (DatabaseFailure e) {
                        throw verb == null ? e.ofOperation(results.size() + 1) : e;
                    }
                }
                if (unit.commit()) {
                    return verb == null ? Map.of("results", results) : results.get(0);
                }
                Thread.sleep(ThreadLocalRandom.current().nextInt(pause));
            }
        }
        throw DatabaseFailure.of(Type.TIMEOUT, Text.of("database.contended", name));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> run(Map<String, Object> operation, RedisDatabase database, RedisUnit unit) throws Exception {
        String type = (String) operation.get("type");
        Object data = operation.get("data");
        if (operation.get("table") == null || data == null && !type.equals("delete")) {
            throw DatabaseFailure.query(operation.get("table") == null ? "database.tableNeeded" : "database.operationData");
        }
        RedisTable table = RedisTable.of((String) operation.get("table"), database);
        if (type.equals("insert")) {
            return unit.insert(table, data);
        }
        Filters.require(operation);
        RecordFilter filter = RecordFilter.of(operation);
        if (type.equals("delete")) {
            return Map.of("deleted_count", unit.delete(table, filter));
        }
        if (!(data instanceof Map<?, ?> changes) || changes.containsKey(RedisTable.ID)) {
            throw DatabaseFailure.query(data instanceof Map ? "database.fixedId" : "database.updateData");
        }
        return Map.of("updated_count", unit.update(table, filter, (Map<String, Object>) changes));
    }
}
