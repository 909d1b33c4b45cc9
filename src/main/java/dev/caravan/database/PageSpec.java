package dev.caravan.database;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;

/**
 * The page that a caller wants: columns, order, limit and offset.
 *
 * @param columns empty for all columns
 * @param order   empty for the database's own order
 * @param counted whether the answer contains the number of matches
 */
public record PageSpec(List<String> columns, List<Order> order, int limit, int offset, boolean counted) {

    /** One entry of {@code order_by}: a column. A minus before the column means descending. */
    public record Order(String column, boolean descending) {

        static Order of(String text) {
            return text.startsWith("-") ? new Order(text.substring(1), true) : new Order(text, false);
        }
    }

    /**
     * Reads the arguments of a query tool. The tool's schema has checked them. The tool's route sets the variables {@code defaultLimit},
     * {@code mostRows} and {@code defaultOrder}.
     */
    public static PageSpec of(Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
        List<String> order = texts(arguments.get("order_by"));
        if (order.isEmpty() && exchange.getVariable("defaultOrder") instanceof String text && !text.isBlank()) {
            order = List.of(text.strip().split("\\s*,\\s*"));
        }
        int offset = arguments.get("offset") instanceof Number given ? given.intValue() : 0;
        return new PageSpec(texts(arguments.get("columns")), order.stream().map(Order::of).toList(),
                RouteLimit.ofPage(arguments, exchange), offset, !Boolean.FALSE.equals(arguments.get("count")));
    }

    /**
     * Returns how many rows to request from the database. One row above the limit shows whether rows follow, without a count.
     *
     * @param atMostOne whether the filters name a whole key, so that the extra row costs nothing
     */
    public int asked(boolean atMostOne) {
        return counted && !atMostOne ? limit : limit + 1;
    }

    /**
     * Returns whether the page shows the number of matches without a count. A page that is not full is the last page.
     *
     * @param asked how many rows were requested
     */
    public boolean tellsCount(int returned, int asked) {
        return returned < asked && (returned > 0 || offset == 0);
    }

    /** Returns those of the page. */
    <T> List<T> cut(List<T> all) {
        return all.stream().skip(offset).limit(limit).toList();
    }

    /** Returns how many rows to count at most, to see whether a row follows the page. */
    public int next() {
        return offset + limit + 1;
    }

    /** Returns the number of matches if these rows are the last page. */
    public long end(List<?> rows) {
        return (long) offset + rows.size();
    }

    /** Returns {@code {data, count, has_more}}. {@code count} is missing if the caller did not ask for it. */
    public Map<String, Object> answer(List<?> rows, long count) {
        return DatabaseValues.present("data", rows, "count", counted ? count : null, "has_more", end(rows) < count);
    }

    /** Returns {@code {data, has_more}} for a page without a count. */
    public static Map<String, Object> answer(List<?> rows, boolean more) {
        return DatabaseValues.object("data", rows, "has_more", more);
    }

    /** Returns the different texts of an argument that is a list of texts; empty without the argument. */
    static List<String> texts(Object argument) {
        return argument instanceof List<?> list ? list.stream().map(String.class::cast).distinct().toList() : List.of();
    }

    /** The state of one call in a flow: its page, if the call reads one, and its rows. Flows keep it in the variable {@value #VARIABLE}. */
    public abstract static class PageCall {

        public static final String VARIABLE = "call";

        private PageSpec page;
        private int asked;
        private boolean uncounted;
        private List<ObjectNode> rows = List.of();

        public PageSpec page() {
            return page;
        }

        /** @param most how many rows to request from the database */
        public void page(PageSpec wanted, int most) {
            page = wanted;
            asked = most;
        }

        /** Returns how many rows to request from the database. */
        public int asked() {
            return asked;
        }

        /** Returns whether a second request must count the matches or look for a further row. */
        public boolean isUncounted() {
            return uncounted;
        }

        public List<ObjectNode> rows() {
            return rows;
        }

        /**
         * Returns whether the page shows all that its answer says.
         *
         * @param more     whether rows were left out
         * @param returned how many rows the database returned
         */
        public boolean isKnown(boolean more, int returned) {
            return !page.counted() || !more && page.tellsCount(returned, asked);
        }

        /**
         * Shapes the rows as {@code {data, count, has_more}}.
         *
         * @param more  whether rows follow, which a page without a count says
         * @param known false if a second request is needed; then the call stays uncounted
         */
        public Map<String, Object> answer(List<ObjectNode> found, boolean more, boolean known) {
            rows = found;
            uncounted = !known;
            return known && page.counted() ? page.answer(found, page.end(found)) : PageSpec.answer(found, uncounted || more);
        }

        /** Shapes the page with its count. */
        public Map<String, Object> counted(long count) {
            return page.answer(rows, count);
        }
    }

    /** Reads a limit that a tool's route sets as a variable. Operators can change the limit in YAML. */
    public static final class RouteLimit {

        private RouteLimit() {
        }

        /** @throws DatabaseFailure query_error if the route's value is not a whole number of 1 or more */
        public static int of(Exchange exchange, String variable) throws DatabaseFailure {
            String value = String.valueOf(exchange.getVariable(variable));
            if (!value.matches("[1-9][0-9]{0,8}")) {
                throw DatabaseFailure.query("database.routeLimit", variable, value);
            }
            return Integer.parseInt(value);
        }

        /** Returns the {@code limit} of the arguments, which the tool's schema has checked; without one {@code defaultLimit}. */
        static int ofPage(Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
            return arguments.get("limit") instanceof Number given ? given.intValue()
                    : Math.min(of(exchange, "mostRows"), of(exchange, "defaultLimit"));
        }
    }
}
