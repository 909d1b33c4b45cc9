package dev.caravan.database.redis;

import dev.caravan.database.Advanced;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Filters;
import dev.caravan.database.RouteLimit;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.redis.Redis.RedisRows;
import dev.caravan.database.redis.RedisRecords.RedisRecord;
import dev.caravan.database.redis.RedisRecords.RedisRecord.RecordFilter;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.springframework.stereotype.Component;

/** Changes records in Redis: updates, deletes, inserts with {@code on} and lists of operations. A list runs completely or not at all. */
@Component("redisTransaction")
public class RedisTransaction {

    /** Longest pause between two attempts, in milliseconds. */
    private static final int LONGEST_PAUSE = 64;

    private final RedisDriver databases;

    RedisTransaction(RedisDriver databases) {
        this.databases = databases;
    }

    /**
     * Checked operations.
     *
     * @param isList whether the caller listed them, so that the answer is a list too and failures have a number
     */
    record Operations(List<RedisOperation> all, boolean isList) {
    }

    /** Translates the arguments of an update tool. A filter is required. */
    public Operations update(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws DatabaseFailure {
        return new Operations(List.of(operation(databases.get(name), "update", arguments, null)), false);
    }

    /** Translates the arguments of an insert tool with {@code on}, which must be the id. */
    public Operations upsert(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        return new Operations(List.of(RedisOperation.Upsert.of(RedisTable.of((String) arguments.get("table"), databases.get(name)),
                arguments)), false);
    }

    /** Translates the arguments of a delete tool. A filter is required. */
    public Operations delete(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws DatabaseFailure {
        return new Operations(List.of(operation(databases.get(name), "delete", arguments, null)), false);
    }

    /** Checks all operations of an advanced tool before the first one runs. */
    public Operations operations(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws DatabaseFailure {
        List<RedisOperation> operations = new ArrayList<>();
        for (Object each : Advanced.list(arguments, "operations", RouteLimit.of(exchange, "mostOperations"))) {
            Map<?, ?> operation = (Map<?, ?>) each;
            try {
                operations.add(operation(databases.get(name), (String) operation.get("type"), operation, arguments.get("table")));
            } catch (DatabaseFailure e) {
                throw e.ofOperation(operations.size() + 1);
            }
        }
        return new Operations(operations, true);
    }

    @SuppressWarnings("unchecked")
    private static RedisOperation operation(RedisDatabase database, String type, Map<?, ?> arguments, Object commonTable)
            throws DatabaseFailure {
        Object name = arguments.get("table") == null ? commonTable : arguments.get("table");
        if (name == null) {
            throw DatabaseFailure.query("database.tableNeeded");
        }
        RedisTable table = RedisTable.of((String) name, database);
        Object data = arguments.get("data");
        if (!type.equals("delete") && data == null) {
            throw DatabaseFailure.query("database.operationData");
        }
        if (type.equals("insert")) {
            return new RedisOperation.Insert(RedisRows.of(table, data));
        }
        if (type.equals("update") && !(data instanceof Map)) {
            throw DatabaseFailure.query("database.updateData");
        }
        Filters.require((Map<String, Object>) arguments);
        RecordFilter filter = RecordFilter.of(arguments);
        if (type.equals("delete")) {
            return new RedisOperation.Delete(table, filter);
        }
        if (((Map<?, ?>) data).containsKey(RedisTable.ID)) {
            throw DatabaseFailure.query("database.fixedId");
        }
        return new RedisOperation.Update(table, (Map<String, Object>) data, filter);
    }

    /**
     * Runs the operations. Starts again if another client changed the records, until the call's time is over.
     *
     * @return {@code {inserted_count, inserted_ids}}, {@code {updated_count}} or {@code {deleted_count}}; for a list {@code {results: […]}}
     *         of them
     * @throws DatabaseFailure timeout_error if other clients kept changing the records; nothing is written then
     */
    public Map<String, Object> commit(@Body Operations operations, @ExchangeProperty("database") String name)
            throws DatabaseFailure, InterruptedException {
        RedisDatabase database = databases.get(name);
        try (RedisSession session = database.open()) {
            for (int pause = 1; !session.isOver(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
                RedisUnit unit = new RedisUnit(database, session);
                List<Map<String, Object>> results = new ArrayList<>();
                for (RedisOperation operation : operations.all()) {
                    try {
                        results.add(operation.run(unit));
                    } catch (DatabaseFailure e) {
                        throw operations.isList() ? e.ofOperation(results.size() + 1) : e;
                    }
                }
                if (unit.commit()) {
                    return operations.isList() ? Map.of("results", results) : results.get(0);
                }
                Thread.sleep(ThreadLocalRandom.current().nextInt(pause));
            }
        }
        throw DatabaseFailure.of(Type.TIMEOUT, Text.of("database.contended", name));
    }


    /** One checked operation of a transaction. */
    sealed interface RedisOperation {

        /** Runs the operation. The result is valid only if the transaction commits. */
        Map<String, Object> run(RedisUnit unit) throws DatabaseFailure;

        /** @param rows the rows to insert */
        record Insert(RedisRows rows) implements RedisOperation {

            @Override
            public Map<String, Object> run(RedisUnit unit) throws DatabaseFailure {
                return RedisRows.answer(unit.insert(rows));
            }
        }

        /** @param rows the rows of the spec; each has its id */
        record Upsert(RedisRows rows, UpsertSpec spec) implements RedisOperation {

            static Upsert of(RedisTable table, Map<String, Object> arguments) throws Exception {
                List<String> key = List.of(RedisTable.ID);
                UpsertSpec spec = UpsertSpec.of(arguments, key, name -> name);
                spec.checkUnique(table.name(), List.of(key));
                return new Upsert(RedisRows.of(table, spec.rows()), spec);
            }

            @Override
            public Map<String, Object> run(RedisUnit unit) throws DatabaseFailure {
                List<RedisRecord> fresh = unit.records(rows);
                Map<String, RedisRecord> existing = unit.existing(rows.table(), fresh.stream().map(RedisRecord::key).toList());
                Map<Integer, Object> inserted = new HashMap<>();
                int updated = 0;
                for (int i = 0; i < fresh.size(); i++) {
                    RedisRecord record = fresh.get(i);
                    Map<String, Object> changes = new LinkedHashMap<>();
                    spec.changed(record.stored()).forEach(name -> changes.put(name, record.stored().get(name)));
                    if (!existing.containsKey(record.key())) {
                        unit.add(record);
                        inserted.put(i, record.stored().get(RedisTable.ID));
                    } else if (!changes.isEmpty()) {
                        unit.update(existing.get(record.key()), changes);
                        updated++;
                    }
                }
                return spec.answer(inserted, updated);
            }
        }

        /** @param data fields with their new values */
        record Update(RedisTable table, Map<String, Object> data, RecordFilter filter) implements RedisOperation {

            @Override
            public Map<String, Object> run(RedisUnit unit) throws DatabaseFailure {
                List<RedisRecord> matching = unit.matching(table, filter);
                for (RedisRecord record : matching) {
                    unit.update(record, data);
                }
                return Map.of("updated_count", matching.size());
            }
        }

        /** Deletes the records that match. */
        record Delete(RedisTable table, RecordFilter filter) implements RedisOperation {

            @Override
            public Map<String, Object> run(RedisUnit unit) throws DatabaseFailure {
                List<RedisRecord> matching = unit.matching(table, filter);
                matching.forEach(unit::delete);
                return Map.of("deleted_count", matching.size());
            }
        }
    }
}
