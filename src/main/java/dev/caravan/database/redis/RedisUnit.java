package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.redis.RedisRecords.RecordFilter;
import dev.caravan.database.redis.RedisRecords.RedisRecord;
import dev.caravan.database.redis.RedisWrites.RedisRows;
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
import java.util.stream.Collectors;

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
    private List<RedisRecord> matching(RedisTable table, RecordFilter filter) throws DatabaseFailure {
        Set<String> keys = new LinkedHashSet<>();
        if (filter.ids().isPresent()) {
            filter.ids().get().forEach(id -> keys.add(table.key(id)));
        } else {
            watched.keySet().stream().filter(table::mayHold).forEach(keys::add);
            records.matching(table, filter, new RecordOrder(List.of())).forEach(match -> keys.add(match.key()));
        }
        watch(table, keys);
        return keys.stream().flatMap(key -> watched.get(key).stream()).filter(filter).toList();
    }

    private void watch(RedisTable table, Set<String> wanted) throws DatabaseFailure {
        List<String> keys = wanted.stream().filter(key -> !watched.containsKey(key)).toList();
        for (int from = 0; from < keys.size(); from += KEYS_AT_ONCE) {
            List<String> some = keys.subList(from, Math.min(keys.size(), from + KEYS_AT_ONCE));
            session.watch(some);
            some.forEach(key -> watched.put(key, Optional.empty()));
            records.read(table, some).forEach(record -> watched.put(record.key(), Optional.of(record)));
        }
    }

    /** Returns what exists at the keys of new records, by key, and watches these keys. Empty means something that is no record. */
    private Map<String, Optional<RedisRecord>> existing(RedisTable table, List<RedisRecord> fresh) throws DatabaseFailure {
        Set<String> keys = fresh.stream().map(RedisRecord::key).collect(Collectors.toCollection(LinkedHashSet::new));
        watch(table, keys);
        Map<String, Optional<RedisRecord>> existing = new LinkedHashMap<>(watched);
        existing.keySet().retainAll(keys);
        existing.values().removeIf(Optional::isEmpty);
        for (String key : session.existing(keys)) {
            if (!existing.containsKey(key) && !deleted.contains(key)) {
                // it may be new since the first look; then the commit fails
                existing.put(key, records.read(table, List.of(key)).stream().findFirst());
            }
        }
        return existing;
    }

    /** @throws DatabaseFailure integrity_error if an id exists already */
    List<RedisRecord> insert(RedisRows rows) throws DatabaseFailure {
        while (true) {
            List<RedisRecord> fresh = rows.records(session);
            Set<String> taken = existing(rows.table(), fresh).keySet();
            rows.refuse(taken);
            if (taken.isEmpty()) {
                fresh.forEach(this::add);
                return fresh;
            }
        }
    }

    private void add(RedisRecord record) {
        String text = RedisRecords.json(record.stored());
        write(record, redis -> redis.set(record.key(), text));
    }

    /**
     * Inserts rows, and changes those whose id exists.
     *
     * @param rows the rows of the spec; each has its id
     * @throws DatabaseFailure integrity_error if a key holds something that is no record
     */
    Map<String, Object> upsert(RedisRows rows, UpsertSpec spec) throws DatabaseFailure {
        List<RedisRecord> fresh = rows.records(session);
        Map<String, Optional<RedisRecord>> existing = existing(rows.table(), fresh);
        Map<Integer, Object> inserted = new HashMap<>();
        int updated = 0;
        for (int i = 0; i < fresh.size(); i++) {
            RedisRecord record = fresh.get(i);
            Map<String, Object> changes = new LinkedHashMap<>(record.stored());
            changes.keySet().retainAll(spec.changed(record.stored()));
            if (!existing.containsKey(record.key())) {
                add(record);
                inserted.put(i, record.stored().get(RedisTable.ID));
            } else {
                RedisRecord old = existing.get(record.key()).orElseThrow(() -> RedisRows.taken(record.id()));
                if (!changes.isEmpty()) {
                    update(old, changes);
                    updated++;
                }
            }
        }
        return spec.answer(inserted, updated);
    }

    /** Changes the records that match. Returns how many they are. */
    int update(RedisTable table, RecordFilter filter, Map<String, Object> data) throws DatabaseFailure {
        List<RedisRecord> matching = matching(table, filter);
        for (RedisRecord record : matching) {
            update(record, data);
        }
        return matching.size();
    }

    /** Merges the data into a record. A hash loses the fields that become null, but keeps at least one field. */
    private void update(RedisRecord record, Map<String, Object> data) throws DatabaseFailure {
        Map<String, Object> merged = new LinkedHashMap<>(record.stored());
        if (!record.hash()) {
            merged.putAll(data);
            String text = RedisRecords.json(merged);
            write(new RedisRecord(record.key(), record.id(), false, merged),
                    redis -> redis.set(record.key(), text, SetArgs.Builder.keepttl()));
            return;
        }
        List<String> removed = data.keySet().stream().filter(field -> data.get(field) == null).toList();
        Map<String, String> changed = new LinkedHashMap<>();
        data.forEach((field, value) -> changed.put(field, value instanceof String text ? text : RedisRecords.json(value)));
        changed.keySet().removeAll(removed);
        merged.putAll(changed);
        merged.keySet().removeAll(removed);
        if (merged.isEmpty()) {
            throw DatabaseFailure.query("database.emptyHash", record.key());
        }
        RedisRecord after = new RedisRecord(record.key(), record.id(), true, merged);
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

    /** Deletes the records that match. Returns how many they are. */
    int delete(RedisTable table, RecordFilter filter) throws DatabaseFailure {
        List<RedisRecord> matching = matching(table, filter);
        for (RedisRecord record : matching) {
            watched.put(record.key(), Optional.empty());
            deleted.add(record.key());
            commands.add(redis -> redis.unlink(record.key()));
        }
        return matching.size();
    }

    /** Commits. Returns false, and writes nothing, if another client changed a watched key. */
    boolean commit() {
        return session.commit(commands);
    }
}
