package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageSpec;
import dev.caravan.database.RecordValues;
import dev.caravan.database.redis.RedisRecords.RedisRecord;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Sorts records by {@code order_by}. A field may hold any type of value. The order is: booleans, numbers, times, other text, lists and
 * objects, null or missing. A descending order is the reverse. Records that are equal in all columns are sorted by id.
 */
final class RecordOrder {

    private enum Kind { BOOLEAN, NUMBER, TIME, TEXT, COMPOSITE, NULL }

    /** A value in comparable form. */
    private record SortKey(Kind kind, Object value) {

        @SuppressWarnings({"unchecked", "rawtypes"})
        int compareTo(SortKey other) {
            if (kind != other.kind) {
                return kind.compareTo(other.kind);
            }
            return kind == Kind.TEXT ? RecordValues.compareCodePoints((String) value, (String) other.value)
                    : ((Comparable) value).compareTo(other.value);
        }

        /** Returns the key as text for a cursor, such as {@code NUMBER:10}. */
        String text() {
            return kind + ":" + value;
        }

        /** @throws IllegalArgumentException or DateTimeException if the text is not a key */
        static SortKey of(String text) {
            int end = Math.max(0, text.indexOf(':'));
            Kind kind = Kind.valueOf(text.substring(0, end));
            String value = text.substring(end + 1);
            return new SortKey(kind, switch (kind) {
                case BOOLEAN -> Boolean.valueOf(value);
                case NUMBER -> RecordValues.number(value, true).orElseThrow(IllegalArgumentException::new);
                case TIME -> LocalDateTime.parse(value);
                case TEXT -> value;
                case COMPOSITE, NULL -> 0;
            });
        }
    }

    private record Keyed(RedisRecord record, List<SortKey> keys) {
    }

    private final List<PageSpec.Order> order;

    RecordOrder(List<PageSpec.Order> order) {
        this.order = new ArrayList<>(order);
        this.order.add(new PageSpec.Order(RedisTable.ID, false));
    }

    /**
     * Returns the records in order.
     *
     * @param after the {@link #values} of a record, after which the records begin; null for all records
     */
    List<RedisRecord> sorted(List<RedisRecord> records, List<?> after) throws DatabaseFailure {
        if (after == null && records.size() < 2) {
            return records;
        }
        Comparator<Keyed> comparator = comparator();
        Keyed last = after == null ? null : new Keyed(null, keys(after));
        return records.stream().map(record -> new Keyed(record, keys(record)))
                .filter(record -> last == null || comparator.compare(record, last) > 0)
                .sorted(comparator).map(Keyed::record).toList();
    }

    /** Returns the values by which the record is sorted. */
    List<String> values(RedisRecord record) {
        return keys(record).stream().map(SortKey::text).toList();
    }

    private Comparator<Keyed> comparator() {
        Comparator<Keyed> comparator = (one, other) -> 0;
        for (int i = 0; i <= order.size(); i++) {
            int place = i;
            Comparator<Keyed> next = (one, other) -> one.keys().get(place).compareTo(other.keys().get(place));
            comparator = comparator.thenComparing(i < order.size() && order.get(i).descending() ? next.reversed() : next);
        }
        return comparator;
    }

    private List<SortKey> keys(RedisRecord record) {
        List<SortKey> keys = new ArrayList<>();
        order.forEach(by -> keys.add(key(record, by.column())));
        keys.add(new SortKey(Kind.TEXT, record.id())); // the ids 1 and 1.0 are different texts
        return keys;
    }

    private List<SortKey> keys(List<?> after) throws DatabaseFailure {
        try {
            if (after.size() == order.size() + 1 && after.stream().allMatch(String.class::isInstance)) {
                return after.stream().map(text -> SortKey.of((String) text)).toList();
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            // not a cursor of this gateway
        }
        throw DatabaseFailure.query("database.cursor");
    }

    private static SortKey key(RedisRecord record, String column) {
        Object value = record.field(column);
        boolean loose = record.isLoose(column);
        if (value == null) {
            return new SortKey(Kind.NULL, 0);
        }
        if (value instanceof List || value instanceof Map) {
            return new SortKey(Kind.COMPOSITE, 0);
        }
        if (RecordValues.truth(value, loose).isPresent()) {
            return new SortKey(Kind.BOOLEAN, RecordValues.truth(value, loose).get());
        }
        if (RecordValues.number(value, loose).isPresent()) {
            return new SortKey(Kind.NUMBER, RecordValues.number(value, loose).get());
        }
        return RecordValues.time((String) value).<SortKey>map(time -> new SortKey(Kind.TIME, LocalDateTime.from(time)))
                .orElseGet(() -> new SortKey(Kind.TEXT, value));
    }
}
