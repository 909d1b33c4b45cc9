package dev.caravan.database.redis;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.redis.RedisDatabase.Session;
import dev.caravan.database.redis.RedisRecords.Match;
import dev.caravan.database.redis.RedisRecords.RecordFilter;
import dev.caravan.database.redis.RedisRecords.RedisRecord;
import dev.caravan.envelope.Text;
import dev.caravan.json.BoundedJson.ReadLimit;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One attempt at a transaction. Reads run under WATCH. Writes are held back, but later operations of the attempt see them. The commit sends
 * the writes in one MULTI and EXEC. EXEC writes nothing if another client changed a watched key.
 */
final class RedisUnit {

    /** Maximum characters of the records that are read to change them. */
    private static final int MOST_CHARACTERS = 16_000_000;

    private final Session session;
    private final RedisRecords records;
    private final ReadLimit limit = new ReadLimit(MOST_CHARACTERS);
    private final List<Function<RedisAsyncCommands<String, String>, RedisFuture<?>>> commands = new ArrayList<>();

    /** The records at the watched keys, after this attempt's changes; empty if there is no record. */
    private final Map<String, Optional<RedisRecord>> watched = new LinkedHashMap<>();
    /** Keys of records that this attempt deletes. */
    private final Set<String> deleted = new HashSet<>();

    RedisUnit(RedisDatabase database, Session session) {
        this.session = session;
        this.records = new RedisRecords(database, session);
    }

    /** Watches the keys. Returns those that were not watched before. */
    private List<String> watch(Collection<String> wanted) {
        List<String> keys = wanted.stream().filter(key -> !watched.containsKey(key)).distinct().toList();
        if (!keys.isEmpty()) {
            session.watch(keys);
            keys.forEach(key -> watched.put(key, Optional.empty()));
        }
        return keys;
    }

    /** Returns the records that match now, and watches them. Ignores records that match only later. */
    private List<RedisRecord> matching(RedisTable table, RecordFilter filter) throws DatabaseFailure {
        Set<String> keys = new LinkedHashSet<>(watched.keySet());
        keys.removeIf(key -> !key.startsWith(table.key("")));
        keys.addAll(filter.ids().isPresent() ? records.keys(table, filter)
                : records.matching(table, filter, new RecordOrder(List.of())).stream().map(Match::key).toList());
        records.each(table, watch(keys), record -> {
            watched.put(record.key(), Optional.of(record));
            limit.add(record.stored());
            if (!limit.isOpen()) {
                throw DatabaseFailure.query("database.tooLargeTogether", table.name(), MOST_CHARACTERS);
            }
            return true;
        });
        return keys.stream().flatMap(key -> watched.get(key).stream()).filter(filter).toList();
    }

    /**
     * Inserts rows. A row without an id gets a UUID.
     *
     * @throws DatabaseFailure query_error for an invalid id; integrity_error if an id exists already
     */
    @SuppressWarnings("unchecked")
    Map<String, Object> insert(RedisTable table, Object data) throws DatabaseFailure {
        Map<String, RedisRecord> rows = new LinkedHashMap<>();
        for (Object row : DatabaseValues.list(data)) {
            Map<String, Object> fields = DatabaseValues.object(RedisTable.ID, null);
            fields.putAll((Map<String, Object>) row);
            fields.computeIfAbsent(RedisTable.ID, missing -> UuidCreator.getTimeOrderedEpochPlus1().toString());
            String id = RedisTable.newId(fields.get(RedisTable.ID));
            if (rows.put(table.key(id), new RedisRecord(table.key(id), id, false, fields)) != null) {
                throw taken(id);
            }
        }
        watch(rows.keySet());
        Set<String> held = session.existing(rows.keySet().stream().filter(key -> !deleted.contains(key)).toList());
        for (RedisRecord row : rows.values()) {
            if (watched.get(row.key()).isPresent() || held.contains(row.key())) {
                throw taken(row.id());
            }
        }
        rows.values().forEach(row -> write(row, redis -> redis.set(row.key(), RedisRecords.json(row.stored()))));
        return DatabaseValues.object("inserted_count", rows.size(),
                "inserted_ids", rows.values().stream().map(row -> row.stored().get(RedisTable.ID)).toList());
    }

    private static DatabaseFailure taken(String id) {
        return DatabaseFailure.of(Type.INTEGRITY, Text.of("database.taken", RedisTable.ID, id));
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
        String key = record.key();
        RedisRecord after = new RedisRecord(key, record.id(), record.hash(), new LinkedHashMap<>(record.stored()));
        after.stored().putAll(data);
        if (!record.hash()) {
            write(after, redis -> redis.set(key, RedisRecords.json(after.stored()), SetArgs.Builder.keepttl()));
            return;
        }
        after.stored().values().removeIf(Objects::isNull);
        if (after.stored().isEmpty()) {
            throw DatabaseFailure.query("database.emptyHash", key);
        }
        after.stored().replaceAll((field, value) -> value instanceof String ? value : RedisRecords.json(value));
        Map<String, String> changed = new LinkedHashMap<>();
        after.stored().forEach((field, value) -> changed.put(field, (String) value));
        changed.keySet().retainAll(data.keySet());
        String[] removed = data.keySet().stream().filter(field -> data.get(field) == null).toArray(String[]::new);
        if (!changed.isEmpty()) {
            write(after, redis -> redis.hset(key, changed));
        }
        if (removed.length > 0) {
            write(after, redis -> redis.hdel(key, removed));
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
    boolean commit() throws DatabaseFailure {
        return session.commit(commands);
    }
}
