package dev.caravan.database;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which part of what matches is wanted, and how.
 *
 * @param columns empty: all
 * @param order   empty: as the database has them
 * @param counted whether the answer says how many match
 */
public record PageSpec(List<String> columns, List<Order> order, int limit, int offset, boolean counted) {

    /** One entry of {@code order_by}: a column, ascending, or descending where a minus stands before it. */
    public record Order(String column, boolean descending) {
    }

    /** From the arguments of a query tool, which its schema has checked. */
    public static PageSpec of(Map<String, Object> arguments) {
        List<Order> order = new ArrayList<>();
        for (Object entry : list(arguments.get("order_by"))) {
            String column = (String) entry;
            order.add(column.startsWith("-") ? new Order(column.substring(1), true) : new Order(column, false));
        }
        List<String> columns = list(arguments.get("columns")).stream().map(String.class::cast).distinct().toList();
        return new PageSpec(columns, List.copyOf(order), ((Number) arguments.get("limit")).intValue(), ((Number) arguments.get("offset")).intValue(),
                !Boolean.FALSE.equals(arguments.get("count")));
    }

    /**
     * How many rows to ask the database for. One more than the limit tells whether rows follow, so that nothing is counted.
     *
     * @param atMostOne whether the filters name a whole key, so that the row after the limit costs nothing
     */
    public int asked(boolean atMostOne) {
        return counted && !atMostOne ? limit : limit + 1;
    }

    /**
     * Whether what came tells how many match, without counting: a page that isn't full is the last one.
     *
     * @param asked how many rows the database was asked for
     */
    public boolean tellsCount(int returned, int asked) {
        return returned < asked && (returned > 0 || offset == 0);
    }

    /** How many rows are to be counted at most, to tell whether any follow the page. */
    public int next() {
        return offset + limit + 1;
    }

    /** How many match, where no row follows these. */
    public long end(List<?> rows) {
        return (long) offset + rows.size();
    }

    /** Returns {@code {data, count, has_more}}; {@code count} is left out where it was not asked for. */
    public Map<String, Object> answer(List<?> rows, long count) {
        return answer(rows, count, end(rows) < count);
    }

    /** Returns {@code {data, has_more}}, for a page that is not counted. */
    public Map<String, Object> answer(List<?> rows, boolean more) {
        return answer(rows, 0, more);
    }

    private Map<String, Object> answer(List<?> rows, long count, boolean more) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("data", rows);
        if (counted) {
            answer.put("count", count);
        }
        answer.put("has_more", more);
        return answer;
    }

    private static List<?> list(Object argument) {
        return argument instanceof List<?> list ? list : List.of();
    }
}
