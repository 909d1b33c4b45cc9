package dev.caravan.database.redis;

import dev.caravan.database.AggregateSpec.Advanced;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.PageSpec.RouteLimit;
import dev.caravan.database.UpsertSpec;
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
import java.util.stream.LongStream;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Changes records in Redis: inserts, with {@code on} too, updates, deletes and lists of these. A call is done completely or not at all. */
@Component("redisWrites")
public record RedisWrites(RedisDriver databases) {

    /** Longest pause between two attempts, in milliseconds. */
    private static final int LONGEST_PAUSE = 64;
    private static final String UPSERT = "upsert";

    /** Checks all rows of an insert tool, and writes all of them at once, or no row if an id exists already. */
    public Map<String, Object> insert(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name)
            throws DatabaseFailure {
        RedisRows rows = RedisRows.of(RedisTable.of((String) arguments.get("table"), databases.get(name)), arguments.get("data"));
        try (RedisSession session = databases.get(name).open()) {
            while (true) {
                List<RedisRecord> records = rows.records(session);
                Map<String, String> texts = new LinkedHashMap<>();
                records.forEach(record -> texts.put(record.key(), RedisRecords.json(record.stored())));
                if (session.ask("MSETNX", redis -> redis.msetnx(texts))) {
                    return RedisRows.answer(records);
                }
                rows.refuse(session.existing(texts.keySet()));
            }
        }
    }

    /** One checked operation. Its result is valid only if the attempt commits. */
    interface Operation {

        Map<String, Object> run(RedisUnit unit) throws DatabaseFailure;
    }

    /**
     * Checks all operations of a call before the first one runs.
     *
     * @param verb update, delete or upsert; null for the list of an advanced tool
     */
    public List<Operation> operations(@Body Map<String, Object> arguments, @Variable("verb") String verb,
            @ExchangeProperty("database") String name, Exchange exchange) throws Exception {
        RedisDatabase database = databases.get(name);
        if (verb != null) {
            return List.of(operation(database, verb, arguments));
        }
        List<Operation> operations = new ArrayList<>();
        for (Object each : Advanced.list(arguments, "operations", RouteLimit.of(exchange, "mostOperations"))) {
            Map<String, Object> operation = new LinkedHashMap<>();
            ((Map<?, ?>) each).forEach((member, value) -> operation.put((String) member, value));
            operation.putIfAbsent("table", arguments.get("table"));
            try {
                operations.add(operation(database, (String) operation.get("type"), operation));
            } catch (DatabaseFailure e) {
                throw e.ofOperation(operations.size() + 1);
            }
        }
        return operations;
    }

    @SuppressWarnings("unchecked")
    private static Operation operation(RedisDatabase database, String type, Map<String, Object> arguments) throws Exception {
        if (arguments.get("table") == null) {
            throw DatabaseFailure.query("database.tableNeeded");
        }
        RedisTable table = RedisTable.of((String) arguments.get("table"), database);
        Object data = arguments.get("data");
        if (!type.equals("delete") && data == null) {
            throw DatabaseFailure.query("database.operationData");
        }
        if (type.equals(UPSERT)) {
            UpsertSpec spec = UpsertSpec.of(arguments, List.of(RedisTable.ID), column -> column);
            spec.checkUnique(table.name(), List.of(List.of(RedisTable.ID)));
            RedisRows rows = RedisRows.of(table, spec.rows());
            return unit -> unit.upsert(rows, spec);
        }
        if (type.equals("insert")) {
            RedisRows rows = RedisRows.of(table, data);
            return unit -> RedisRows.answer(unit.insert(rows));
        }
        if (type.equals("update") && !(data instanceof Map)) {
            throw DatabaseFailure.query("database.updateData");
        }
        Filters.require(arguments);
        RecordFilter filter = RecordFilter.of(arguments);
        if (type.equals("delete")) {
            return unit -> Map.of("deleted_count", unit.delete(table, filter));
        }
        if (((Map<?, ?>) data).containsKey(RedisTable.ID)) {
            throw DatabaseFailure.query("database.fixedId");
        }
        return unit -> Map.of("updated_count", unit.update(table, filter, (Map<String, Object>) data));
    }

    /**
     * Runs the operations. Starts again if another client changed the records, until the call's time is over.
     *
     * @param verb null for a list of the caller: its answer is a list too, and its failures have a number
     * @return {@code {inserted_count, inserted_ids}}, {@code {updated_count}} or {@code {deleted_count}}; for a list
     *         {@code {results: […]}}
     * @throws DatabaseFailure timeout_error if other clients kept changing the records; nothing is written then
     */
    public Map<String, Object> commit(@Body List<Operation> operations, @Variable("verb") String verb,
            @ExchangeProperty("database") String name) throws DatabaseFailure, InterruptedException {
        RedisDatabase database = databases.get(name);
        try (RedisSession session = database.open()) {
            for (int pause = 1; !session.isOver(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
                RedisUnit unit = new RedisUnit(database, session);
                List<Map<String, Object>> results = new ArrayList<>();
                for (Operation operation : operations) {
                    try {
                        results.add(operation.run(unit));
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

    /**
     * Rows to insert.
     *
     * @param given keys of the rows whose data contain an id; a counter generates the other ids
     */
    record RedisRows(RedisTable table, List<Map<String, Object>> rows, Set<String> given) {

        private static final int MOST_AT_ONCE = 5_000;

        /** @throws DatabaseFailure query_error for an invalid id; integrity_error if two rows have the same id */
        @SuppressWarnings("unchecked")
        static RedisRows of(RedisTable table, Object data) throws DatabaseFailure {
            List<Map<String, Object>> rows = (List<Map<String, Object>>) DatabaseValues.list(data);
            Set<String> given = new HashSet<>();
            for (Map<String, Object> row : rows) {
                Object id = row.get(RedisTable.ID);
                if (id != null && !given.add(table.key(RedisTable.newId(id)))) {
                    throw taken(id);
                }
            }
            return new RedisRows(table, rows, given);
        }

        /** Makes records of the rows. A generated id was free when it was checked. */
        List<RedisRecord> records(RedisSession session) {
            Iterator<Long> generated = generated(session, rows.size() - given.size()).iterator();
            List<RedisRecord> records = new ArrayList<>(rows.size());
            for (Map<String, Object> row : rows) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put(RedisTable.ID, row.get(RedisTable.ID));
                fields.putAll(row);
                fields.computeIfAbsent(RedisTable.ID, missing -> generated.next());
                String id = RedisTable.idText(fields.get(RedisTable.ID)).orElseThrow();
                records.add(new RedisRecord(table.key(id), id, false, fields));
            }
            return records;
        }

        /** Returns the next free ids of the counter. The step grows while ids are taken. */
        private List<Long> generated(RedisSession session, int count) {
            List<Long> ids = new ArrayList<>();
            for (int step = count; ids.size() < count; step = Math.min(2 * step, MOST_AT_ONCE)) {
                int more = step;
                long last = session.ask("INCRBY", redis -> redis.incrby(table.counter(), more));
                Map<String, Long> keys = new LinkedHashMap<>();
                LongStream.rangeClosed(last - step + 1, last).forEach(id -> keys.put(table.key(String.valueOf(id)), id));
                keys.keySet().removeAll(session.existing(keys.keySet()));
                keys.keySet().removeAll(given);
                ids.addAll(keys.values());
            }
            return ids.subList(0, count);
        }

        /**
         * @param taken keys that exist already
         * @throws DatabaseFailure integrity_error if the caller gave the id of one of them
         */
        void refuse(Set<String> taken) throws DatabaseFailure {
            for (String key : taken) {
                if (given.contains(key)) {
                    throw taken(table.id(key));
                }
            }
        }

        static DatabaseFailure taken(Object id) {
            return DatabaseFailure.of(Type.INTEGRITY, Text.of("database.taken", RedisTable.ID, id));
        }

        /** Shapes the ids as {@code {inserted_count, inserted_ids}}. */
        static Map<String, Object> answer(List<RedisRecord> records) {
            return DatabaseValues.object("inserted_count", records.size(),
                    "inserted_ids", records.stream().map(record -> record.stored().get(RedisTable.ID)).toList());
        }
    }
}
