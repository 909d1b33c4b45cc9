package dev.caravan.database.redis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.redis.RecordValues.SortKey;
import dev.caravan.database.redis.RedisDatabase.Session;
import dev.caravan.json.BoundedJson.ReadLimit;
import dev.caravan.json.JsonMappers;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.camel.util.function.ThrowingFunction;

/** Reads the records of a table: hashes, and strings that contain a JSON object. Ignores other types of keys. */
record RedisRecords(RedisDatabase database, Session session) {

    private static final ObjectMapper JSON = JsonMappers.normal();
    private static final int KEYS_OF_A_SCAN = 500;
    private static final int RECORDS_AT_ONCE = 100;

    /** Maximum characters to keep of the matches, of those beyond {@code max-read} only what they are sorted by. */
    private static final long MOST_CHARACTERS = 4_000_000;

    /** Returns the value as JSON, as records are stored. */
    static String json(Object value) {
        return JsonMappers.text(JSON, value);
    }

    /**
     * Returns the keys of the records that can match: those with the ids that the filter names, otherwise those of the whole table.
     *
     * @throws DatabaseFailure query_error if the table has more keys than {@code scan-limit}
     */
    Collection<String> keys(RedisTable table, RecordFilter filter) throws DatabaseFailure {
        if (filter.ids().isPresent()) {
            return filter.ids().get().stream().map(table::key).toList();
        }
        Set<String> keys = new LinkedHashSet<>();
        int most = database.settings.scanLimit();
        scan(table.key("*"), keys, looked -> keys.size() <= most + 1);
        if (keys.size() > most) {
            throw DatabaseFailure.query("database.tooManyRecords", table.name(), most);
        }
        return keys;
    }

    /** Returns the records that match, in no order. */
    List<Match> matching(RedisTable table, RecordFilter filter, RecordOrder order) throws DatabaseFailure {
        List<Match> found = new ArrayList<>();
        ReadLimit whole = new ReadLimit(database.settings.maxRead().toBytes());
        ReadLimit rest = new ReadLimit(MOST_CHARACTERS);
        each(table, keys(table, filter), record -> {
            if (filter.test(record)) {
                boolean kept = whole.isOpen();
                List<SortKey> by = order.keys(record);
                (kept ? whole : rest).add(kept ? record.stored() : by.stream().map(SortKey::value).toList());
                if (!rest.isOpen()) {
                    throw DatabaseFailure.query("database.tooLargeTogether", table.name(), MOST_CHARACTERS);
                }
                found.add(new Match(record.key(), by, kept ? record : null));
            }
            return true;
        });
        return found;
    }

    /**
     * A record that matches.
     *
     * @param keys   what it is sorted by
     * @param record null for matches beyond {@code max-read}, which are read again if the page has them
     */
    record Match(String key, List<SortKey> keys, RedisRecord record) {
    }

    /**
     * Looks at the keys of the database until all are seen or enough are found.
     *
     * @param found receives the keys of the pattern
     * @param more  whether to scan on after approximately so many keys
     */
    void scan(String pattern, Set<String> found, IntPredicate more) {
        ScanArgs arguments = ScanArgs.Builder.matches(pattern).limit(KEYS_OF_A_SCAN);
        ScanCursor cursor = ScanCursor.INITIAL;
        for (int looked = KEYS_OF_A_SCAN; ; looked += KEYS_OF_A_SCAN) {
            ScanCursor from = cursor;
            KeyScanCursor<String> page = session.ask("SCAN", redis -> redis.scan(from, arguments));
            found.addAll(page.getKeys());
            if (page.isFinished() || !more.test(looked)) {
                return;
            }
            cursor = page;
        }
    }

    /**
     * Reads the records at these keys, in their order, a few at a time. A key that holds no record is left out.
     *
     * @param receiver returns whether to read on
     * @throws DatabaseFailure query_error if one record is larger than the read limit, or has a value that JSON may not have here
     */
    void each(RedisTable table, Collection<String> keys, ThrowingFunction<RedisRecord, Boolean, DatabaseFailure> receiver)
            throws DatabaseFailure {
        List<String> all = List.copyOf(keys);
        for (int from = 0; from < all.size(); from += RECORDS_AT_ONCE) {
            for (RedisRecord record : read(table, all.subList(from, Math.min(all.size(), from + RECORDS_AT_ONCE)))) {
                if (!receiver.apply(record)) {
                    return;
                }
            }
        }
    }

    private List<RedisRecord> read(RedisTable table, List<String> keys) throws DatabaseFailure {
        long most = database.settings.maxRead().toBytes();
        long each = most / keys.size();
        List<String> strings = session.askEach("GETRANGE", keys, (redis, key) -> redis.getrange(key, 0, each)); // has one byte more
        List<String> others = IntStream.range(0, keys.size()).filter(i -> strings.get(i) == null).mapToObj(keys::get).toList();
        long memory = session.askEach("MEMORY USAGE", others, RedisRecords::memory).stream().filter(Objects::nonNull)
                .mapToLong(bytes -> bytes).sum();
        if (memory <= most && strings.stream().noneMatch(text -> text != null && RedisText.isLonger(text, each))) {
            Iterator<Map<String, String>> hashes = session.askEach("HGETALL", others, RedisAsyncCommands::hgetall).iterator();
            List<RedisRecord> records = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                String text = strings.get(i);
                Map<String, ?> fields = text == null ? hashes.next() : object(keys.get(i), text);
                if (fields != null && (text != null || !fields.isEmpty())) {
                    records.add(new RedisRecord(keys.get(i), table.id(keys.get(i)), text == null, new LinkedHashMap<>(fields)));
                }
            }
            return records;
        }
        if (keys.size() > 1) {
            List<RedisRecord> records = new ArrayList<>(read(table, keys.subList(0, keys.size() / 2)));
            records.addAll(read(table, keys.subList(keys.size() / 2, keys.size())));
            return records;
        }
        if (memory > most && session.askEach("HLEN", keys, RedisAsyncCommands::hlen).get(0) == null) {
            return List.of();
        }
        throw DatabaseFailure.query("database.tooLargeRecord", keys.get(0), database.settings.maxRead().toKilobytes());
    }

    /** Asks how many bytes Redis needs for all that is at the key. */
    private static RedisFuture<Long> memory(RedisAsyncCommands<String, String> redis, String key) {
        RedisText codec = new RedisText();
        return redis.dispatch(CommandType.MEMORY, new IntegerOutput<>(codec),
                new CommandArgs<>(codec).add("USAGE").addKey(key).add("SAMPLES").add(0));
    }

    /** Returns the fields of a JSON object; null for other text. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(String key, String text) throws DatabaseFailure {
        try {
            return text.stripLeading().startsWith("{") ? (Map<String, Object>) JSON.readValue(text, Object.class) : null;
        } catch (StreamConstraintsException e) {
            throw DatabaseFailure.query("database.refused", key, e.getOriginalMessage());
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /**
     * A record of a table in Redis.
     *
     * @param id     the id in the record's key
     * @param hash   whether the record is a hash, whose values are all text; otherwise it is a JSON string
     * @param stored the stored fields, with or without {@code id}
     */
    record RedisRecord(String key, String id, boolean hash, Map<String, Object> stored) {

        /** Returns the value of a field. Returns the stored {@code id} only if it is the id in the key. */
        Object field(String name) {
            Object value = stored.get(name);
            return name.equals(RedisTable.ID) && !RedisTable.idText(value).filter(id::equals).isPresent() ? id : value;
        }

        /** Returns whether the field's value is text that may stand for a number or boolean. */
        boolean isLoose(String name) {
            return hash || name.equals(RedisTable.ID);
        }

        /** @param columns empty for all columns; missing columns are left out */
        Map<String, Object> view(List<String> columns) {
            Map<String, Object> view = new LinkedHashMap<>();
            if (columns.isEmpty()) {
                view.put(RedisTable.ID, field(RedisTable.ID));
            }
            (columns.isEmpty() ? stored.keySet() : columns).stream().filter(name -> name.equals(RedisTable.ID) || stored.containsKey(name))
                    .forEach(name -> view.put(name, field(name)));
            return view;
        }
    }

    /**
     * Matches a record against all filters. {@link Operator} defines each operator. {@code id} is compared as text.
     *
     * @param ids the only ids that can match; empty if the filters do not name ids
     */
    record RecordFilter(Filters filters, Optional<List<String>> ids) implements Predicate<RedisRecord> {

        /** Reads the filters of a tool's arguments. Any name may be a field. */
        static RecordFilter of(Map<String, Object> arguments) throws DatabaseFailure {
            Filters filters = Filters.of(arguments.get("filters"), name -> false);
            return new RecordFilter(filters, filters.conditions().stream().filter(filter -> filter.column().equals(RedisTable.ID))
                    .filter(filter -> filter.operator() == Operator.EQUAL || filter.operator() == Operator.IN).findFirst()
                    .map(filter -> filter.operator() == Operator.EQUAL ? List.of(filter.value()) : (List<?>) filter.value())
                    .map(values -> values.stream().flatMap(value -> RedisTable.idText(value).stream()).distinct().toList()));
        }

        @Override
        public boolean test(RedisRecord record) {
            return filters.conditions().stream().allMatch(filter -> {
                Object value = record.field(filter.column());
                boolean loose = record.isLoose(filter.column());
                return RecordValues.holds(filter, value, with -> filter.column().equals(RedisTable.ID)
                        ? RedisTable.idText(with).filter(record.id()::equals).isPresent() : RecordValues.equal(value, with, loose), loose);
            });
        }
    }
}
