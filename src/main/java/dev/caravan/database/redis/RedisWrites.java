package dev.caravan.database.redis;

import dev.caravan.database.AggregateSpec.Advanced;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.PageSpec.RouteLimit;
import dev.caravan.database.redis.RedisDatabase.Session;
import dev.caravan.database.redis.RedisRecords.RecordFilter;
import dev.caravan.database.redis.RedisRecords.RedisRecord;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.apache.camel.util.function.ThrowingFunction;
import org.springframework.stereotype.Component;

/** Changes records in Redis: inserts, updates, deletes and lists of these. A call is done completely or not at all. */
@Component("redisWrites")
public record RedisWrites(RedisDriver databases) {

    /** Longest pause between two attempts, in milliseconds. */
    private static final int LONGEST_PAUSE = 64;

    /** Checks all rows of an insert tool, and writes all of them at once, or no row if an id exists already. */
    public Map<String, Object> insert(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name)
            throws DatabaseFailure, InterruptedException {
        RedisTable table = RedisTable.of((String) arguments.get("table"), databases.get(name));
        try (Session session = databases.get(name).new Session(false)) {
            while (true) {
                RedisRows rows = RedisRows.of(table, arguments.get("data"), session, session::existing);
                Map<String, String> texts = rows.records().stream()
                        .collect(Collectors.toMap(RedisRecord::key, record -> RedisRecords.json(record.stored())));
                if (session.written(() -> session.ask("MSETNX", redis -> redis.msetnx(texts)))) {
                    return rows.answer();
                }
                rows.refuse(session.existing(rows.given()));
            }
        }
    }

    /**
     * Returns the operations of a call as {@code {type, table, data, filters}}.
     *
     * @param verb update or delete; null for the list of an advanced tool
     */
    public List<Map<String, Object>> operations(@Body Map<String, Object> arguments, @Variable("verb") String verb, Exchange exchange)
            throws DatabaseFailure {
        List<Map<String, Object>> operations = new ArrayList<>();
        for (Object each : verb != null ? List.of(arguments)
                : Advanced.list(arguments, "operations", RouteLimit.of(exchange, "mostOperations"))) {
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
            for (int pause = 1; !session.isOver(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
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

    /**
     * Rows to insert.
     *
     * @param given keys of the rows whose data contain an id; a counter generates the other ids
     */
    record RedisRows(RedisTable table, List<RedisRecord> records, Set<String> given) {

        private static final int MOST_AT_ONCE = 5_000;

        /**
         * Makes records of the rows. A generated id was free when it was checked.
         *
         * @param taken finds those of some keys that hold something
         * @throws DatabaseFailure query_error for an invalid id; integrity_error if two rows have the same id
         */
        @SuppressWarnings("unchecked")
        static RedisRows of(RedisTable table, Object data, Session session,
                ThrowingFunction<Set<String>, Set<String>, DatabaseFailure> taken) throws DatabaseFailure {
            List<Map<String, Object>> rows = (List<Map<String, Object>>) DatabaseValues.list(data);
            Set<String> given = new HashSet<>();
            for (Map<String, Object> row : rows) {
                Object id = row.get(RedisTable.ID);
                if (id != null && !given.add(table.key(RedisTable.newId(id)))) {
                    throw taken(id);
                }
            }
            Iterator<Long> generated = generated(table, rows.size() - given.size(), given, session, taken).iterator();
            List<RedisRecord> records = new ArrayList<>(rows.size());
            for (Map<String, Object> row : rows) {
                Map<String, Object> fields = DatabaseValues.object(RedisTable.ID, null);
                fields.putAll(row);
                fields.computeIfAbsent(RedisTable.ID, missing -> generated.next());
                String id = RedisTable.idText(fields.get(RedisTable.ID)).orElseThrow();
                records.add(new RedisRecord(table.key(id), id, false, fields));
            }
            return new RedisRows(table, records, given);
        }

        /** Returns the next free ids of the counter. The step grows while ids are taken. */
        private static List<Long> generated(RedisTable table, int count, Set<String> given, Session session,
                ThrowingFunction<Set<String>, Set<String>, DatabaseFailure> taken) throws DatabaseFailure {
            List<Long> ids = new ArrayList<>();
            for (int step = count; ids.size() < count; step = Math.min(2 * step, MOST_AT_ONCE)) {
                int more = step;
                long last = session.ask("INCRBY", redis -> redis.incrby(table.counter(), more));
                Map<String, Long> keys = new LinkedHashMap<>();
                LongStream.rangeClosed(last - step + 1, last).forEach(id -> keys.put(table.key(String.valueOf(id)), id));
                keys.keySet().removeAll(taken.apply(keys.keySet()));
                keys.keySet().removeAll(given);
                ids.addAll(keys.values());
            }
            return ids.subList(0, count);
        }

        /**
         * @param taken keys that hold something
         * @throws DatabaseFailure integrity_error if the caller gave the id of one of them
         */
        void refuse(Set<String> taken) throws DatabaseFailure {
            for (String key : taken) {
                if (given.contains(key)) {
                    throw taken(table.id(key));
                }
            }
        }

        private static DatabaseFailure taken(Object id) {
            return DatabaseFailure.of(Type.INTEGRITY, Text.of("database.taken", RedisTable.ID, id));
        }

        /** Shapes the ids as {@code {inserted_count, inserted_ids}}. */
        Map<String, Object> answer() {
            return DatabaseValues.object("inserted_count", records.size(),
                    "inserted_ids", records.stream().map(record -> record.stored().get(RedisTable.ID)).toList());
        }
    }
}
