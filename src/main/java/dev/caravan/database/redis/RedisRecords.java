package dev.caravan.database.redis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.PageSpec;
import dev.caravan.json.JsonMappers;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads the records of a table: hashes, and strings that contain a JSON object. Ignores other types of keys. */
final class RedisRecords {

    private static final ObjectMapper JSON = JsonMappers.normal();
    private static final int KEYS_OF_A_SCAN = 500;
    private static final int RECORDS_AT_FIRST = 4;
    private static final int RECORDS_AT_ONCE = 100;

    /** Maximum characters to keep of the matches. */
    private static final long MOST_CHARACTERS = 4_000_000;

    private final RedisDatabase database;
    private final RedisSession session;
    private int atOnce = RECORDS_AT_FIRST;
    private long characters;

    /**
     * @param database has the limits
     * @param session  the connection to read on
     */
    RedisRecords(RedisDatabase database, RedisSession session) {
        this.database = database;
        this.session = session;
    }

    /** Returns the value as JSON, as records are stored. */
    static String json(Object value) {
        return JsonMappers.text(JSON, value);
    }

    /**
     * Returns the records that match. Reads those with the ids that the filter names, otherwise the whole table.
     *
     * @throws DatabaseFailure query_error if the table has more keys than {@code scan-limit}
     */
    List<RedisRecord> matching(RedisTable table, RecordFilter filter, List<PageSpec.Order> order) throws DatabaseFailure {
        List<RedisRecord> found = new ArrayList<>();
        Receiver<RedisRecord> matches = record -> {
            if (filter.test(record)) {
                found.add(kept(table, record, order));
            }
        };
        if (filter.ids().isPresent()) {
            each(table, filter.ids().get().stream().map(table::key).toList(), () -> true, matches);
            return found;
        }
        Set<String> seen = new HashSet<>();
        scan(table.key("*"), (keys, looked) -> {
            each(table, keys.stream().filter(table::mayHold).filter(seen::add).toList(), () -> true, matches);
            if (seen.size() > database.settings.scanLimit()) {
                throw DatabaseFailure.query("database.tooManyRecords", table.name(), database.settings.scanLimit());
            }
            return true;
        });
        return found;
    }

    /** Returns what is kept of a match. Matches beyond {@code max-read} keep only the fields that sorting needs. */
    private RedisRecord kept(RedisTable table, RedisRecord record, List<PageSpec.Order> order) throws DatabaseFailure {
        RedisRecord kept = characters + record.size() <= database.settings.maxRead().toBytes() ? record : record.sortedBy(order);
        characters += kept.size();
        if (characters > MOST_CHARACTERS) {
            throw DatabaseFailure.query("database.tooLargeTogether", table.name(), MOST_CHARACTERS);
        }
        return kept;
    }

    /** Receives what is read. */
    interface Receiver<T> {

        void receive(T read) throws DatabaseFailure;
    }

    /** Receives some keys of a scan. */
    interface Keys {

        /**
         * @param looked approximate number of keys that Redis has looked at
         * @return whether to scan on
         */
        boolean take(List<String> keys, int looked) throws DatabaseFailure;
    }

    /**
     * Looks at the keys of the database until all are seen or enough are taken.
     *
     * @return how many keys it has looked at, approximately; 0 if all are seen
     */
    int scan(String pattern, Keys receiver) throws DatabaseFailure {
        ScanArgs arguments = ScanArgs.Builder.matches(pattern).limit(KEYS_OF_A_SCAN);
        ScanCursor cursor = ScanCursor.INITIAL;
        for (int looked = KEYS_OF_A_SCAN; ; looked += KEYS_OF_A_SCAN) {
            ScanCursor from = cursor;
            KeyScanCursor<String> page = session.ask("SCAN", redis -> redis.scan(from, arguments));
            if (!receiver.take(page.getKeys(), looked) || page.isFinished()) {
                return page.isFinished() ? 0 : looked;
            }
            cursor = page;
        }
    }

    /**
     * Reads the records at these keys, in their order, a few at a time. A key that holds no record is left out.
     *
     * @param open says whether to read on
     * @throws DatabaseFailure query_error if one record is larger than the read limit
     */
    void each(RedisTable table, List<String> keys, BooleanSupplier open, Receiver<RedisRecord> receiver) throws DatabaseFailure {
        int to;
        for (int from = 0; from < keys.size() && open.getAsBoolean(); from = to) {
            to = Math.min(keys.size(), from + atOnce);
            long size = 0;
            for (RedisRecord record : read(table, keys.subList(from, to))) {
                size += record.size();
                receiver.receive(record);
            }
            atOnce = size <= database.settings.maxRead().toBytes() / 2 ? Math.min(2 * atOnce, RECORDS_AT_ONCE) : Math.max(1, atOnce / 2);
        }
    }

    /**
     * Returns the records at these keys, in the order of the keys.
     *
     * @throws DatabaseFailure query_error if one record is larger than the read limit
     */
    List<RedisRecord> read(RedisTable table, List<String> keys) throws DatabaseFailure {
        try {
            return readAtOnce(table, keys);
        } catch (RedisCommandExecutionException e) {
            if (!RedisReplies.wereTooLarge(e)) {
                throw e;
            }
            if (keys.size() == 1) {
                throw DatabaseFailure.query("database.tooLargeRecord", keys.get(0), database.settings.maxRead().toKilobytes());
            }
            List<RedisRecord> records = new ArrayList<>(read(table, keys.subList(0, keys.size() / 2)));
            records.addAll(read(table, keys.subList(keys.size() / 2, keys.size())));
            return records;
        }
    }

    private List<RedisRecord> readAtOnce(RedisTable table, List<String> keys) {
        List<KeyValue<String, String>> strings = keys.isEmpty() ? List.of()
                : session.ask("MGET", redis -> redis.mget(keys.toArray(String[]::new)));
        Iterator<Map<String, Object>> hashes = session
                .hashes(strings.stream().filter(string -> !string.hasValue()).map(KeyValue::getKey).toList()).iterator();
        List<RedisRecord> records = new ArrayList<>();
        for (KeyValue<String, String> string : strings) {
            boolean hash = !string.hasValue();
            Map<String, Object> fields = hash ? hashes.next() : object(string.getValue());
            if (fields != null) {
                long size = hash ? length(fields) : string.getValue().length();
                records.add(new RedisRecord(string.getKey(), table.id(string.getKey()), hash, fields, size));
            }
        }
        return records;
    }

    /** Returns the fields of a JSON object; null for other text. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(String text) {
        try {
            return text.stripLeading().startsWith("{") ? (Map<String, Object>) JSON.readValue(text, Object.class) : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static long length(Map<String, ?> fields) {
        return fields.entrySet().stream().mapToLong(field -> field.getKey().length() + String.valueOf(field.getValue()).length()).sum();
    }

    /**
     * A record of a table in Redis.
     *
     * @param id     the id in the record's key
     * @param hash   whether the record is a hash, whose values are all text; otherwise it is a JSON string
     * @param stored the stored fields, with or without {@code id}
     * @param size   number of stored characters
     * @param whole  whether {@code stored} has all fields
     */
    record RedisRecord(String key, String id, boolean hash, Map<String, Object> stored, long size, boolean whole) {

        RedisRecord(String key, String id, boolean hash, Map<String, Object> stored, long size) {
            this(key, id, hash, stored, size, true);
        }

        /** Returns the record with only the fields that sorting needs. */
        RedisRecord sortedBy(List<PageSpec.Order> order) {
            Set<String> names = order.stream().map(PageSpec.Order::column).collect(Collectors.toSet());
            names.add(RedisTable.ID);
            Map<String, Object> kept = new LinkedHashMap<>(stored);
            kept.keySet().retainAll(names);
            return new RedisRecord(key, id, hash, kept, key.length() + length(kept), false);
        }

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
            Filters filters = Filters.ofPage(arguments, name -> false);
            return new RecordFilter(filters, filters.comparisons().filter(filter -> filter.column().equals(RedisTable.ID))
                    .filter(filter -> filter.operator() == Operator.EQUAL || filter.operator() == Operator.IN).findFirst()
                    .map(filter -> filter.operator() == Operator.EQUAL ? List.of(filter.value()) : (List<?>) filter.value())
                    .map(values -> values.stream().flatMap(value -> RedisTable.idText(value).stream()).distinct().toList()));
        }

        @Override
        public boolean test(RedisRecord record) {
            return filters.hold(filter -> holds(filter, record));
        }

        private static boolean holds(Filter filter, RedisRecord record) {
            Object value = record.field(filter.column());
            boolean loose = record.isLoose(filter.column());
            return filter.column().equals(RedisTable.ID)
                    ? filter.holds(value, with -> RedisTable.idText(with).filter(record.id()::equals).isPresent(), loose)
                    : filter.holds(value, loose);
        }
    }
}
