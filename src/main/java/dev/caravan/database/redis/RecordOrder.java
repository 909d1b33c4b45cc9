package dev.caravan.database.redis;

import dev.caravan.database.PageSpec;
import dev.caravan.database.RecordValues;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Sorts records by {@code order_by}. A field may hold any type of value. The order is: booleans, numbers, times, other text, lists and objects, null
 * or missing. A descending order is the reverse. Records that are equal in all columns are sorted by id.
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
            return kind == Kind.TEXT ? RecordValues.compareCodePoints((String) value, (String) other.value) : ((Comparable) value).compareTo(other.value);
        }
    }

    private record Keyed(RedisRecord record, List<SortKey> keys) {
    }

    private RecordOrder() {
    }

    static List<RedisRecord> sorted(List<RedisRecord> records, List<PageSpec.Order> order) {
        List<PageSpec.Order> all = new ArrayList<>(order);
        all.add(new PageSpec.Order(RedisTable.ID, false));
        Comparator<Keyed> comparator = (one, other) -> 0;
        for (int i = 0; i < all.size(); i++) {
            int place = i;
            Comparator<Keyed> next = (one, other) -> one.keys().get(place).compareTo(other.keys().get(place));
            comparator = comparator.thenComparing(all.get(i).descending() ? next.reversed() : next);
        }
        comparator = comparator.thenComparing((one, other) -> RecordValues.compareCodePoints(one.record().id(), other.record().id()));
        return records.stream().map(record -> new Keyed(record, all.stream().map(by -> key(record, by.column())).toList()))
                .sorted(comparator).map(Keyed::record).toList();
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
