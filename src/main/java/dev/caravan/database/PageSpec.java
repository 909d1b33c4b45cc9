package dev.caravan.database;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;

/**
 * Which part of what matches is wanted, and how.
 *
 * @param columns empty: all
 * @param order   empty: as the database has them
 * @param counted whether the answer says how many match
 */
public record PageSpec(List<String> columns, List<Order> order, int limit, int offset, boolean counted) {

    /** Limits for routes of older releases, whose tools have the limits in their schema. */
    private static final int DEFAULT_LIMIT = 100;
    private static final int MOST_ROWS = 1_000;

    /** One entry of {@code order_by}: a column, ascending, or descending where a minus stands before it. */
    public record Order(String column, boolean descending) {
    }

    /**
     * Reads the arguments of a query tool, which its schema has checked. The tool's route sets the variables {@code defaultLimit},
     * {@code mostRows} and {@code defaultOrder}.
     *
     * @throws DatabaseFailure query_error for a limit beyond {@code mostRows}
     */
    public static PageSpec of(Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
        int most = RouteLimit.of(exchange, "mostRows", MOST_ROWS);
        int limit = arguments.get("limit") instanceof Number given ? given.intValue() : Math.min(most, RouteLimit.of(exchange, "defaultLimit", DEFAULT_LIMIT));
        if (limit < 1 || limit > most) {
            throw DatabaseFailure.query("database.limit", most, limit);
        }
        List<?> named = list(arguments.get("order_by"));
        List<Order> order = new ArrayList<>();
        for (Object entry : named.isEmpty() ? defaultOrder(exchange) : named) {
            String column = (String) entry;
            order.add(column.startsWith("-") ? new Order(column.substring(1), true) : new Order(column, false));
        }
        List<String> columns = list(arguments.get("columns")).stream().map(String.class::cast).distinct().toList();
        return new PageSpec(columns, List.copyOf(order), limit, arguments.get("offset") instanceof Number offset ? offset.intValue() : 0,
                !Boolean.FALSE.equals(arguments.get("count")));
    }

    private static List<String> defaultOrder(Exchange exchange) {
        return exchange.getVariable("defaultOrder") instanceof String text && !text.isBlank() ? List.of(text.strip().split("\\s*,\\s*")) : List.of();
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

    /** Returns how many rows to count at most, to tell whether any follow the page. */
    public int next() {
        return offset + limit + 1;
    }

    /** Returns how many rows match, where no row follows these. */
    public long end(List<?> rows) {
        return (long) offset + rows.size();
    }

    /** Returns {@code {data, count, has_more}}; {@code count} is left out where it was not asked for. */
    public Map<String, Object> answer(List<?> rows, long count) {
        return answer(rows, count, end(rows) < count);
    }

    /** Returns {@code {data, has_more}}, for a page that is not counted. */
    public Map<String, Object> answer(List<?> rows, boolean more) {
        return answer(rows, 0L, more);
    }

    /** Returns {@code {data, has_more}} of a page that does not tell whether rows follow; a flow that counts puts the count in. */
    public static Map<String, Object> uncounted(List<?> rows) {
        return answer(rows, null, true);
    }

    private Map<String, Object> answer(List<?> rows, long count, boolean more) {
        return answer(rows, counted ? Long.valueOf(count) : null, more);
    }

    private static Map<String, Object> answer(List<?> rows, Long count, boolean more) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("data", rows);
        if (count != null) {
            answer.put("count", count);
        }
        answer.put("has_more", more);
        return answer;
    }

    private static List<?> list(Object argument) {
        return argument instanceof List<?> list ? list : List.of();
    }
}
