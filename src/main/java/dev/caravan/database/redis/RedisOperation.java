package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
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
