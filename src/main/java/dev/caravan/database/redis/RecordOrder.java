package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageSpec;
import dev.caravan.database.redis.RecordValues.SortKey;
import dev.caravan.database.redis.RedisRecords.Match;
import dev.caravan.database.redis.RedisRecords.RedisRecord;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sorts records by {@code order_by}. A field may hold any type of value; {@link SortKey} has the order of types. A descending order is the
 * reverse. Records that are equal in all columns are sorted by id, in the direction of the last column.
 */
record RecordOrder(List<PageSpec.Order> order) implements Comparator<List<SortKey>> {

    RecordOrder {
        boolean descending = !order.isEmpty() && order.get(order.size() - 1).descending();
        order = Stream.concat(order.stream(), Stream.of(new PageSpec.Order(RedisTable.ID, descending))).toList();
    }

    /**
     * Returns the matches in order.
     *
     * @param after what the last match of the page before was sorted by; null for all matches
     */
    List<Match> sorted(List<Match> matches, List<?> after) throws DatabaseFailure {
        int size = order.size();
        List<SortKey> last = after == null ? null : Stream.concat(after.stream().limit(size).map(value -> SortKey.of(value, false)),
                after.stream().skip(size).map(id -> SortKey.text(String.valueOf(id)))).toList();
        if (last != null && last.size() != size + 1) {
            throw DatabaseFailure.query("database.cursor");
        }
        return matches.stream().filter(match -> last == null || compare(match.keys(), last) > 0)
                .sorted(Comparator.comparing(Match::keys, this)).toList();
    }

    @Override
    public int compare(List<SortKey> one, List<SortKey> other) {
        int way = 0;
        for (int i = 0; way == 0 && i < one.size(); i++) {
            way = one.get(i).compareTo(other.get(i)) * (i < order.size() && order.get(i).descending() ? -1 : 1);
        }
        return way;
    }

    /** Returns what the record is sorted by. */
    List<SortKey> keys(RedisRecord record) {
        return Stream.concat(order.stream().map(by -> SortKey.of(record.field(by.column()), record.isLoose(by.column()))),
                Stream.of(SortKey.text(record.id()))).toList(); // the ids 1 and 1.0 are different texts
    }
}
