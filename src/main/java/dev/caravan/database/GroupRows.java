package dev.caravan.database;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Selects, sorts and cuts the groups that MongoDB and OpenSearch have computed, which sort with another meaning. */
public final class GroupRows {

    private GroupRows() {
    }

    /**
     * Returns {@code {data, has_more}}.
     *
     * @param rows all groups, with the names of the result; without group_by, none means that no row matched
     */
    public static Map<String, Object> answer(AggregateSpec spec, List<Map<String, Object>> rows) {
        List<Map<String, Object>> groups = new ArrayList<>(rows);
        if (spec.groupBy().isEmpty() && groups.isEmpty()) {
            Map<String, Object> none = new LinkedHashMap<>();
            spec.metrics().forEach(metric -> none.put(metric.name(), metric.isCount() ? 0 : null));
            groups.add(none);
        }
        groups.removeIf(row -> !spec.having().hold(condition -> condition.holds(row.get(condition.column()), false)));
        groups.sort(order(spec));
        return answer(spec, groups.size() > spec.limit() ? groups.subList(0, spec.limit()) : groups, groups.size() > spec.limit());
    }

    /** Returns {@code {data, has_more}} of rows that are sorted. */
    public static Map<String, Object> answer(AggregateSpec spec, List<?> rows, boolean more) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("data", rows);
        answer.put("has_more", more);
        return answer;
    }

    private static Comparator<Map<String, Object>> order(AggregateSpec spec) {
        Comparator<Map<String, Object>> all = (one, other) -> 0;
        for (PageSpec.Order by : spec.order()) {
            Comparator<Map<String, Object>> next = (one, other) -> compare(one.get(by.column()), other.get(by.column()));
            all = all.thenComparing(by.descending() ? next.reversed() : next);
        }
        return all;
    }

    /** Compares two values. Null comes last. */
    private static int compare(Object one, Object other) {
        if (one == null || other == null) {
            return Boolean.compare(one == null, other == null);
        }
        return RecordValues.compare(one, other, false).orElseGet(() -> rank(one) - rank(other));
    }

    private static int rank(Object value) {
        return value instanceof Boolean ? 0 : value instanceof Number ? 1 : value instanceof String ? 2 : 3;
    }
}
