package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseValues;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
        List<Map<String, Object>> rows = data instanceof List<?> list ? (List<Map<String, Object>>) list : List.of((Map<String, Object>) data);
        Set<String> given = new HashSet<>();
        for (Map<String, Object> row : rows) {
            Object id = row.get(RedisTable.ID);
            if (id != null && !given.add(table.key(RedisTable.idText(id).orElseThrow(() -> DatabaseFailure.query("database.unfitId"))))) {
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
            records.add(new RedisRecord(table.key(id), id, false, fields, 0));
        }
        return records;
    }

    /** Returns the next free ids of the counter. The step grows while ids are taken. */
    private List<Long> generated(RedisSession session, int count) {
        List<Long> ids = new ArrayList<>();
        for (int step = count; ids.size() < count; step = Math.min(2 * step, MOST_AT_ONCE)) {
            long last = next(session, step);
            List<String> keys = new ArrayList<>();
            for (long id = last - step + 1; id <= last; id++) {
                keys.add(table.key(String.valueOf(id)));
            }
            List<Boolean> exist = session.exist(keys);
            for (int i = 0; i < step; i++) {
                if (!exist.get(i) && !given.contains(keys.get(i))) {
                    ids.add(last - step + 1 + i);
                }
            }
        }
        return ids.subList(0, count);
    }

    private long next(RedisSession session, int step) {
        return session.ask("INCRBY", redis -> redis.incrby(table.counter(), step));
    }

    /** @throws DatabaseFailure integrity_error if the caller gave an id that exists already */
    void refuse(RedisRecord taken) throws DatabaseFailure {
        if (given.contains(taken.key())) {
            throw taken(taken.id());
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
