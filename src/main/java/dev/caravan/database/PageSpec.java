package dev.caravan.database;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.util.function.ThrowingFunction;

/**
 * The page that a caller wants: columns, order, limit and offset.
 *
 * @param columns empty for all columns
 * @param order   empty for the database's own order
 * @param counted whether the answer contains the number of matches
 * @param place   where a page begins that was asked for with {@code after}; null for other pages
 */
public record PageSpec(List<String> columns, List<Order> order, int limit, int offset, boolean counted, Place place) {

    private static final int LONGEST_CURSOR = 10_000;

    /** One entry of {@code order_by}: a column. A minus before the column means descending. */
    public record Order(String column, boolean descending) {

        public static Order of(String text) {
            return text.startsWith("-") ? new Order(text.substring(1), true) : new Order(text, false);
        }

        @Override
        public String toString() {
            return (descending ? "-" : "") + column;
        }
    }

    /**
     * The row after which a page begins, so that rows that come or go meanwhile move no other rows to another page. The order of such a
     * page ends with the key.
     *
     * @param values what the row was sorted by, one value for each entry of the order; null for the first page
     * @param extra  columns of the order that the caller does not want in the rows
     */
    public record Place(List<?> values, List<String> extra) {
    }

    /**
     * Reads the arguments of a tool. The tool's schema has checked them. The tool's route sets the variables {@code defaultLimit},
     * {@code mostRows} and {@code defaultOrder}. A page with {@code after} has a complete order and is not counted.
     *
     * @param key   columns that identify a row, as the database writes them; empty for none
     * @param names finds the name of a column as the database writes it
     * @throws DatabaseFailure query_error for a column that the table does not have, for a cursor that is not of this query, and for
     * {@code after} with {@code offset} or on a table without a key
     */
    public static PageSpec of(Map<String, Object> arguments, Exchange exchange, List<String> key,
            ThrowingFunction<String, String, Exception> names) throws Exception {
        List<String> columns = new ArrayList<>();
        for (String column : texts(arguments.get("columns"))) {
            columns.add(names.apply(column));
        }
        List<String> asked = texts(arguments.get("order_by"));
        if (asked.isEmpty() && exchange.getVariable("defaultOrder") instanceof String text && !text.isBlank()) {
            asked = List.of(text.strip().split("\\s*,\\s*"));
        }
        List<Order> order = new ArrayList<>();
        for (String by : asked) {
            order.add(new Order(names.apply(Order.of(by).column()), Order.of(by).descending()));
        }
        int limit = RouteLimit.ofPage(arguments, exchange);
        int offset = arguments.get("offset") instanceof Number given ? given.intValue() : 0;
        if (!(arguments.get("after") instanceof String cursor)) {
            return new PageSpec(columns, order, limit, offset, !Boolean.FALSE.equals(arguments.get("count")), null);
        }
        if (offset > 0) {
            throw DatabaseFailure.query("database.cursorOffset");
        }
        if (key.isEmpty()) {
            throw DatabaseFailure.query("database.cursorKey", arguments.get("table"));
        }
        boolean descending = !order.isEmpty() && order.get(order.size() - 1).descending(); // an index is read in one direction
        key.stream().filter(column -> order.stream().noneMatch(by -> by.column().equals(column)))
                .forEach(column -> order.add(new Order(column, descending)));
        List<String> extra = columns.isEmpty() ? List.of()
                : order.stream().map(Order::column).filter(column -> !columns.contains(column)).toList();
        return new PageSpec(columns, order, limit, 0, false, new Place(values(cursor, order), extra));
    }

    private static List<?> values(String cursor, List<Order> order) throws DatabaseFailure {
        if (cursor.isEmpty()) {
            return null;
        }
        try {
            byte[] json = Base64.getUrlDecoder().decode(cursor.length() <= LONGEST_CURSOR ? cursor : "");
            if (DatabaseValues.JSON.readValue(json, Object.class) instanceof Map<?, ?> read
                    && order.stream().map(Order::toString).toList().equals(read.get("order"))
                    && read.get("values") instanceof List<?> values && values.size() >= order.size()) {
                return values;
            }
        } catch (IOException | IllegalArgumentException e) {
            // not a cursor of this gateway
        }
        throw DatabaseFailure.query("database.cursor");
    }

    /** Returns whether the page begins after a row, or is the first of such pages. */
    public boolean hasPlace() {
        return place != null;
    }

    /** Returns the values of the row after which the page begins; null if it begins with the first row. */
    public List<?> after() {
        return place == null ? null : place.values();
    }

    /** Returns the columns to read: also those of the order, by which the next page begins. */
    public List<String> read() {
        return place == null ? columns : Stream.concat(columns.stream(), place.extra().stream()).toList();
    }

    /** Returns how many rows to request from the database. One row above the limit shows whether rows follow, without a count. */
    public int asked() {
        return limit + 1;
    }

    /** Returns those of the page. */
    public <T> List<T> cut(List<T> all) {
        return all.stream().skip(offset).limit(limit).toList();
    }

    /** Returns the number of matches if these rows are the last page. */
    public long end(List<?> rows) {
        return (long) offset + rows.size();
    }

    /** Returns {@code {data, count, has_more}}. {@code count} is missing if the caller did not ask for it. */
    public Map<String, Object> answer(List<?> rows, long count) {
        return DatabaseValues.present("data", rows, "count", counted ? count : null, "has_more", end(rows) < count);
    }

    /**
     * Returns {@code {data, has_more, next}} for a page without a count. Only a page with a place that others follow has {@code next}.
     *
     * @param last what the last row was sorted by; null if the page is empty or has no place
     * @throws DatabaseFailure query_error if a cursor of these values is too long
     */
    public Map<String, Object> answer(List<?> rows, boolean more, Iterable<?> last) throws DatabaseFailure {
        Map<String, Object> answer = DatabaseValues.object("data", rows, "has_more", more);
        if (place != null && more && last != null) {
            String json = DatabaseValues.json(DatabaseValues.object("order", order.stream().map(Order::toString).toList(), "values", last));
            String cursor = Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
            if (cursor.length() > LONGEST_CURSOR) {
                throw DatabaseFailure.query("database.cursorLong", order.stream().map(Order::toString).collect(Collectors.joining(", ")));
            }
            answer.put("next", cursor);
        }
        return answer;
    }

    /** Returns the different texts of an argument that is a list of texts; empty without the argument. */
    public static List<String> texts(Object argument) {
        return argument instanceof List<?> list ? list.stream().map(String.class::cast).distinct().toList() : List.of();
    }

    /** The state of one call in a flow: its page, if the call reads one, and its rows. Flows keep it in the variable call. */
    public abstract static class PageCall {

        private PageSpec page;
        private boolean uncounted;
        private List<ObjectNode> rows = List.of();
        /** What the last row was sorted by; null if the page is empty or has no place. */
        private List<?> last;

        public PageSpec page() {
            return page;
        }

        public void page(PageSpec wanted) {
            page = wanted;
        }

        /** Returns whether a second request must count the matches or look for a further row. */
        boolean isUncounted() {
            return uncounted;
        }

        public List<ObjectNode> rows() {
            return rows;
        }

        /**
         * Returns whether the page shows all that its answer says, without a count. A page without further rows is the last page.
         *
         * @param more whether rows follow or were left out
         */
        public boolean isKnown(boolean more, int returned) {
            return !page.counted || !more && (returned > 0 || page.offset == 0);
        }

        /**
         * Shapes the rows as {@code {data, count, has_more}}.
         *
         * @param more  whether rows follow, which a page without a count says
         * @param known false if a second request is needed; then the call stays uncounted
         */
        public Map<String, Object> answer(List<ObjectNode> found, boolean more, boolean known) throws DatabaseFailure {
            rows = found;
            last = page.hasPlace() && !rows.isEmpty() ? last(rows.get(rows.size() - 1)) : null;
            uncounted = !known;
            return known && page.counted() ? page.answer(found, page.end(found)) : answer(uncounted || more);
        }

        /** Shapes the rows as {@code {data, has_more, next}}; again, if a second request has told whether rows follow. */
        public Map<String, Object> answer(boolean more) throws DatabaseFailure {
            rows.forEach(row -> row.remove(page.hasPlace() ? page.place().extra() : List.of()));
            return page.answer(rows, more, last);
        }

        /**
         * Returns what the last row of the page was sorted by.
         *
         * @throws DatabaseFailure query_error if it has no place in the order
         */
        protected List<?> last(ObjectNode row) throws DatabaseFailure {
            return page.order().stream().map(by -> row.get(by.column())).toList();
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
        public static int ofPage(Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
            return arguments.get("limit") instanceof Number given ? given.intValue()
                    : Math.min(of(exchange, "mostRows"), of(exchange, "defaultLimit"));
        }
    }
}
