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
 */
record Page(List<String> columns, List<Order> order, int limit, int offset) {

    /** One entry of {@code order_by}: a column, ascending, or descending where a minus stands before it. */
    record Order(String column, boolean descending) {
    }

    /** From the arguments of a query tool, which its schema has checked. */
    static Page of(Map<String, Object> arguments) {
        List<Order> order = new ArrayList<>();
        for (Object entry : list(arguments.get("order_by"))) {
            String column = (String) entry;
            order.add(column.startsWith("-") ? new Order(column.substring(1), true) : new Order(column, false));
        }
        List<String> columns = list(arguments.get("columns")).stream().map(String.class::cast).distinct().toList();
        return new Page(columns, List.copyOf(order), ((Number) arguments.get("limit")).intValue(), ((Number) arguments.get("offset")).intValue());
    }

    /** Whether what came tells how many match, without counting: a page that isn't full is the last one. */
    boolean tellsCount(int returned) {
        return returned < limit && (returned > 0 || offset == 0);
    }

    /** {@code {data, count, has_more}}. */
    Map<String, Object> answer(List<?> rows, long count) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("data", rows);
        answer.put("count", count);
        answer.put("has_more", (long) offset + rows.size() < count);
        return answer;
    }

    private static List<?> list(Object argument) {
        return argument instanceof List<?> list ? list : List.of();
    }
}
