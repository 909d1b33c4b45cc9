package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.redis.Redis.RedisRows;
import dev.caravan.database.redis.RedisRecords.RedisRecord;
import dev.caravan.database.redis.RedisRecords.RedisRecord.RecordFilter;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One attempt at a transaction. Reads run under WATCH. Writes are held back, but later operations of the attempt see them. The commit sends
 * the writes in one MULTI and EXEC. EXEC writes nothing if another client changed a watched key.
 */
final class RedisUnit {

    private static final int KEYS_AT_ONCE = 100;

    private final RedisSession session;
    private final RedisRecords records;
    private final List<Function<RedisAsyncCommands<String, String>, RedisFuture<?>>> commands = new ArrayList<>();

    /** The records at the watched keys, after this attempt's changes; empty if there is no record. */
    private final Map<String, Optional<RedisRecord>> watched = new LinkedHashMap<>();
    private final Set<String> deleted = new HashSet<>();

    RedisUnit(RedisDatabase database, RedisSession session) {
        this.session = session;
        this.records = new RedisRecords(database, session);
    }

    /** Returns the records that match now, and watches them. Ignores records that match only later. */
    List<RedisRecord> matching(RedisTable table, RecordFilter filter) throws DatabaseFailure {
        Set<String> keys = new LinkedHashSet<>();
        if (filter.ids().isPresent()) {
            filter.ids().get().forEach(id -> keys.add(table.key(id)));
        } else {
            watched.keySet().stream().filter(table::mayHold).forEach(keys::add);
            records.scanned(table, filter, List.of()).forEach(record -> keys.add(record.key()));
        }
        watch(table, keys.stream().filter(key -> !watched.containsKey(key)).toList());
        return keys.stream().flatMap(key -> watched.get(key).stream()).filter(filter).toList();
    }

    private void watch(RedisTable table, List<String> keys) throws DatabaseFailure {
        for (int from = 0; from < keys.size(); from += KEYS_AT_ONCE) {
            List<String> some = keys.subList(from, Math.min(keys.size(), from + KEYS_AT_ONCE));
            session.watch(some);
            some.forEach(key -> watched.put(key, Optional.empty()));
            records.read(table, some).forEach(record -> watched.put(record.key(), Optional.of(record)));
        }
    }

    /** @throws DatabaseFailure integrity_error if an id exists already */
    List<RedisRecord> insert(RedisRows rows) throws DatabaseFailure {
        while (true) {
            List<RedisRecord> fresh = rows.records(session);
            List<RedisRecord> taken = taken(rows.table(), fresh);
            for (RedisRecord record : taken) {
                rows.refuse(record);
            }
            if (taken.isEmpty()) {
                fresh.forEach(this::add);
                return fresh;
            }
        }
    }

    /** Makes records of rows. */
    List<RedisRecord> records(RedisRows rows) {
        return rows.records(session);
    }

    /** Adds a record at a free key. */
    void add(RedisRecord record) {
        String text = RedisRecords.json(record.stored());
        write(record, redis -> redis.set(record.key(), text));
    }

    /**
     * Returns the records that exist at these keys, by key, and watches them.
     *
     * @throws DatabaseFailure integrity_error if a key holds something that is no record
     */
    Map<String, RedisRecord> existing(RedisTable table, List<String> keys) throws DatabaseFailure {
        watch(table, keys.stream().filter(key -> !watched.containsKey(key)).toList());
        Map<String, RedisRecord> existing = new HashMap<>();
        List<Boolean> exist = session.exist(keys);
        for (int i = 0; i < keys.size(); i++) {
            String key = keys.get(i);
            Optional<RedisRecord> record = watched.get(key);
            if (record.isEmpty() && exist.get(i)) {
                // it may be new since the first look; then the commit fails
                record = records.read(table, List.of(key)).stream().findFirst();
            }
            if (record.isPresent()) {
                existing.put(key, record.get());
            } else if (exist.get(i)) {
                throw RedisRows.taken(table.id(key));
            }
        }
        return existing;
    }

    private List<RedisRecord> taken(RedisTable table, List<RedisRecord> fresh) throws DatabaseFailure {
        List<String> keys = fresh.stream().map(RedisRecord::key).toList();
        watch(table, keys.stream().filter(key -> !watched.containsKey(key)).toList());
        List<Boolean> exist = session.exist(keys);
        List<RedisRecord> taken = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            if (watched.get(keys.get(i)).isPresent() || exist.get(i) && !deleted.contains(keys.get(i))) {
                taken.add(fresh.get(i));
            }
        }
        return taken;
    }

    /**
     * Merges the data into a record that {@link #matching} returned. A hash loses the fields that become null, but keeps at least one
     * field.
     */
    void update(RedisRecord record, Map<String, Object> data) throws DatabaseFailure {
        Map<String, Object> merged = new LinkedHashMap<>(record.stored());
        if (!record.hash()) {
            merged.putAll(data);
            String text = RedisRecords.json(merged);
            write(new RedisRecord(record.key(), record.id(), false, merged, 0),
                    redis -> redis.set(record.key(), text, SetArgs.Builder.keepttl()));
            return;
        }
        Map<String, String> changed = new LinkedHashMap<>();
        List<String> removed = new ArrayList<>();
        for (Map.Entry<String, Object> change : data.entrySet()) {
            if (change.getValue() == null) {
                removed.add(change.getKey());
            } else {
                changed.put(change.getKey(), change.getValue() instanceof String text ? text : RedisRecords.json(change.getValue()));
            }
        }
        merged.putAll(changed);
        merged.keySet().removeAll(removed);
        if (merged.isEmpty()) {
            throw DatabaseFailure.query("database.emptyHash", record.key());
        }
        RedisRecord after = new RedisRecord(record.key(), record.id(), true, merged, 0);
        if (!changed.isEmpty()) {
            write(after, redis -> redis.hset(record.key(), changed));
        }
        if (!removed.isEmpty()) {
            write(after, redis -> redis.hdel(record.key(), removed.toArray(String[]::new)));
        }
    }

    private void write(RedisRecord after, Function<RedisAsyncCommands<String, String>, RedisFuture<?>> command) {
        watched.put(after.key(), Optional.of(after));
        commands.add(command);
    }

    void delete(RedisRecord record) {
        watched.put(record.key(), Optional.empty());
        deleted.add(record.key());
        commands.add(redis -> redis.unlink(record.key()));
    }

    /** Commits. Returns false, and writes nothing, if another client changed a watched key. */
    boolean commit() {
        return session.commit(commands);
    }
}
