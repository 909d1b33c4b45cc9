package dev.caravan.database;

import dev.caravan.database.RecordValues.SortKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.util.unit.DataSize;

/**
 * Selects, sorts and cuts the groups that MongoDB has computed, which sorts nulls otherwise. The number of groups has a
 * limit, and so have the bytes of their keys, minima and maxima. Numbers and booleans do not count, because they are small.
 */
public record GroupRows(AggregateSpec spec, int most, DataSize maxRead, ReadLimit limit, List<Map<String, Object>> groups) {

    /** @param maxRead {@code max-read} of the database */
    public GroupRows(AggregateSpec spec, int most, DataSize maxRead) {
        this(spec, most, maxRead, new ReadLimit(maxRead.toBytes()), new ArrayList<>());
    }

    /**
     * Adds a group.
     *
     * @param row its values by the names of the result
     * @throws DatabaseFailure query_error if the groups are too many or too large
     */
    public void add(Map<String, Object> row) throws DatabaseFailure {
        row.values().stream().filter(value -> value != null && !(value instanceof Number) && !(value instanceof Boolean))
                .forEach(limit::add);
        if (!limit.isOpen()) {
            throw DatabaseFailure.query("database.aggregate.tooLarge", maxRead.toKilobytes());
        }
        if (groups.size() == most) {
            throw DatabaseFailure.query("database.aggregate.tooManyGroups", most);
        }
        groups.add(row);
    }

    /** Returns {@code {data, has_more}}. Without group_by, no group means that no row matched. */
    public Map<String, Object> answer() {
        if (spec.groupBy().isEmpty() && groups.isEmpty()) {
            Map<String, Object> none = new LinkedHashMap<>();
            spec.metrics().forEach(metric -> none.put(metric.name(), metric.isCount() ? 0 : null));
            groups.add(none);
        }
        groups.removeIf(row -> !spec.having().hold(condition -> condition.holds(row.get(condition.column()), false)));
        groups.sort(order());
        return answer(spec, groups.size() > spec.limit() ? groups.subList(0, spec.limit()) : groups, groups.size() > spec.limit());
    }

    /** Returns {@code {data, has_more}} of rows that are sorted. */
    public static Map<String, Object> answer(AggregateSpec spec, List<?> rows, boolean more) {
        return DatabaseValues.object("data", rows, "has_more", more);
    }

    private Comparator<Map<String, Object>> order() {
        Comparator<Map<String, Object>> all = (one, other) -> 0;
        for (PageSpec.Order by : spec.order()) {
            Comparator<Map<String, Object>> next = Comparator.comparing(row -> SortKey.of(row.get(by.column()), false));
            all = all.thenComparing(by.descending() ? next.reversed() : next);
        }
        return all;
    }
}
