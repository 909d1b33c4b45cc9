package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageSpec;
import dev.caravan.database.RecordValues.SortKey;
import dev.caravan.database.redis.RedisRecords.RedisRecord;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts records by {@code order_by}. A field may hold any type of value; {@link SortKey} has the order of types. A descending order is the
 * reverse. Records that are equal in all columns are sorted by id.
 */
final class RecordOrder {

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
        List<SortKey> last = after == null ? null : read(after);
        return records.stream().map(record -> new Keyed(record, keys(record)))
                .filter(record -> last == null || compare(record.keys(), last) > 0)
                .sorted((one, other) -> compare(one.keys(), other.keys())).map(Keyed::record).toList();
    }

    /** Returns the values by which the record is sorted. */
    List<String> values(RedisRecord record) {
        return keys(record).stream().map(SortKey::text).toList();
    }

    private int compare(List<SortKey> one, List<SortKey> other) {
        for (int i = 0; i < one.size(); i++) {
            int compared = one.get(i).compareTo(other.get(i));
            if (compared != 0) {
                return i < order.size() && order.get(i).descending() ? -compared : compared;
            }
        }
        return 0;
    }

    private List<SortKey> keys(RedisRecord record) {
        List<SortKey> keys = new ArrayList<>();
        order.forEach(by -> keys.add(SortKey.of(record.field(by.column()), record.isLoose(by.column()))));
        keys.add(new SortKey(SortKey.Kind.TEXT, record.id())); // the ids 1 and 1.0 are different texts
        return keys;
    }

    private List<SortKey> read(List<?> after) throws DatabaseFailure {
        try {
            if (after.size() == order.size() + 1 && after.stream().allMatch(String.class::isInstance)) {
                return after.stream().map(text -> SortKey.ofText((String) text)).toList();
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            // not a cursor of this gateway
        }
        throw DatabaseFailure.query("database.cursor");
    }
}
