package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.UpsertSpec;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

        static Update of(RedisTable table, Map<String, Object> data, RecordFilter filter) throws DatabaseFailure {
            if (data.containsKey(RedisTable.ID)) {
                throw DatabaseFailure.query("database.fixedId");
            }
            return new Update(table, data, filter);
        }

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

    /** One of several operations. Its failures contain its number. */
    record Numbered(int number, RedisOperation operation) implements RedisOperation {

        @Override
        public Map<String, Object> run(RedisUnit unit) throws DatabaseFailure {
            try {
                return operation.run(unit);
            } catch (DatabaseFailure e) {
                throw e.ofOperation(number);
            }
        }
    }
}
