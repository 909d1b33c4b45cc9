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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Reads the records of a table: hashes, and strings that contain a JSON object. Ignores other types of keys. */
final class RedisRecords {

    private static final ObjectMapper JSON = JsonMappers.normal();
    private static final int KEYS_OF_A_SCAN = 500;
    private static final int RECORDS_AT_FIRST = 4;
    private static final int RECORDS_AT_ONCE = 100;

    /** Maximum characters to keep of the matches. Matches beyond {@code max-read} keep only the fields that sorting needs. */
    private static final long MOST_CHARACTERS = 4_000_000;

    private final RedisDatabase database;
    private final RedisSession session;
    private int atOnce = RECORDS_AT_FIRST;

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
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the records with these ids that match. */
    List<RedisRecord> named(RedisTable table, Set<String> ids, Predicate<RedisRecord> filter, List<PageSpec.Order> order)
            throws DatabaseFailure {
        Matches matches = new Matches(filter, order);
        matches.add(table, ids.stream().map(table::key).toList());
        return matches.found;
    }

    /**
     * Returns the records of the whole table that match.
     *
     * @throws DatabaseFailure query_error if the table has more keys than {@code scan-limit}
     */
    List<RedisRecord> scanned(RedisTable table, Predicate<RedisRecord> filter, List<PageSpec.Order> order) throws DatabaseFailure {
        Matches matches = new Matches(filter, order);
        scan(table, keys -> matches.add(table, keys));
        return matches.found;
    }

    /** Receives what is read. */
    interface Receiver<T> {

        void receive(T read) throws DatabaseFailure;
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
            long characters = 0;
            for (RedisRecord record : read(table, keys.subList(from, to))) {
                characters += record.size();
                receiver.receive(record);
            }
            atOnce = characters <= database.settings.maxRead().toBytes() / 2 ? Math.min(2 * atOnce, RECORDS_AT_ONCE)
                    : Math.max(1, atOnce / 2);
        }
    }

    private void scan(RedisTable table, Receiver<List<String>> receiver) throws DatabaseFailure {
        Set<String> seen = new HashSet<>();
        ScanArgs pattern = ScanArgs.Builder.matches(table.pattern()).limit(KEYS_OF_A_SCAN);
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished()) {
            ScanCursor from = cursor;
            KeyScanCursor<String> page = session.ask("SCAN", redis -> redis.scan(from, pattern));
            receiver.receive(page.getKeys().stream().filter(table::mayHold).filter(seen::add).toList());
            if (seen.size() > database.settings.scanLimit()) {
                throw DatabaseFailure.query("database.tooManyRecords", table.name(), database.settings.scanLimit());
            }
            cursor = page;
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
        List<String> others = strings.stream().filter(string -> !string.hasValue()).map(KeyValue::getKey).toList();
        Iterator<Map<String, String>> hashes = session.hashes(others).iterator();
        List<RedisRecord> records = new ArrayList<>();
        for (KeyValue<String, String> string : strings) {
            Optional<RedisRecord> record = string.hasValue() ? ofJson(table, string.getKey(), string.getValue())
                    : ofHash(table, string.getKey(), hashes.next());
            record.ifPresent(records::add);
        }
        return records;
    }

    private static Optional<RedisRecord> ofJson(RedisTable table, String key, String text) {
        try {
            Object value = text.stripLeading().startsWith("{") ? JSON.readValue(text, Object.class) : null;
            @SuppressWarnings("unchecked")
            Map<String, Object> fields = (Map<String, Object>) value;
            return fields == null ? Optional.empty() : Optional.of(new RedisRecord(key, table.id(key), false, fields, text.length()));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static Optional<RedisRecord> ofHash(RedisTable table, String key, Map<String, String> fields) {
        long size = fields.entrySet().stream().mapToLong(field -> field.getKey().length() + field.getValue().length()).sum();
        return fields.isEmpty() ? Optional.empty()
                : Optional.of(new RedisRecord(key, table.id(key), true, new LinkedHashMap<>(fields), size));
    }

    /** The matches so far. */
    private final class Matches {

        private final Predicate<RedisRecord> filter;
        private final List<PageSpec.Order> order;
        private final List<RedisRecord> found = new ArrayList<>();
        private long characters;

        Matches(Predicate<RedisRecord> filter, List<PageSpec.Order> order) {
            this.filter = filter;
            this.order = order;
        }

        void add(RedisTable table, List<String> keys) throws DatabaseFailure {
            each(table, keys, () -> true, record -> {
                if (filter.test(record)) {
                    RedisRecord kept = characters + record.size() <= database.settings.maxRead().toBytes() ? record
                            : record.sortedBy(order);
                    found.add(kept);
                    characters += kept.size();
                }
                if (characters > MOST_CHARACTERS) {
                    throw DatabaseFailure.query("database.tooLargeTogether", table.name(), MOST_CHARACTERS);
                }
            });
        }
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
            Map<String, Object> kept = new LinkedHashMap<>();
            order.stream().map(PageSpec.Order::column).filter(stored::containsKey).forEach(name -> kept.put(name, stored.get(name)));
            if (stored.containsKey(RedisTable.ID)) {
                kept.put(RedisTable.ID, stored.get(RedisTable.ID));
            }
            return new RedisRecord(key, id, hash, kept,
                    key.length() + kept.values().stream().mapToLong(value -> String.valueOf(value).length()).sum(), false);
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
                stored.keySet().forEach(name -> view.put(name, field(name)));
            }
            columns.stream().filter(name -> name.equals(RedisTable.ID) || stored.containsKey(name))
                    .forEach(name -> view.put(name, field(name)));
            return view;
        }

        /** Matches a record against all filters. {@link Operator} defines each operator. {@code id} is compared as text. */
        record RecordFilter(Filters filters) implements Predicate<RedisRecord> {

            /** Reads the filters of a tool's arguments. Any name may be a field. */
            @SuppressWarnings("unchecked")
            static RecordFilter of(Map<?, ?> arguments) throws DatabaseFailure {
                return new RecordFilter(Filters.ofPage((Map<String, Object>) arguments, name -> false));
            }

            /** Returns the only ids that can match; empty if the filters do not name ids. */
            Optional<Set<String>> ids() {
                return filters.comparisons().filter(RecordFilter::saysIds).findFirst().map(RecordFilter::ids);
            }

            private static boolean saysIds(Filter filter) {
                return filter.column().equals(RedisTable.ID) && (filter.operator() == Operator.EQUAL || filter.operator() == Operator.IN);
            }

            private static Set<String> ids(Filter filter) {
                Set<String> ids = new LinkedHashSet<>();
                List<?> values = filter.operator() == Operator.EQUAL ? List.of(filter.value()) : (List<?>) filter.value();
                values.forEach(value -> RedisTable.idText(value).ifPresent(ids::add));
                return ids;
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
}
