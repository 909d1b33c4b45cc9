package dev.caravan.database;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.Driver.DatabaseDrivers;
import dev.caravan.database.Filters.Condition;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.PageSpec.PageCall;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Predicate;
import org.apache.camel.Variable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/**
 * Makes pages that begin after a row, not after a number of rows. Rows that come or go meanwhile move no other rows to another page. A
 * cursor has the order and the last row's values of the columns of the order, to which the key is added.
 */
@Component("cursors")
public record Cursors(DatabaseProperties properties, DatabaseDrivers drivers) {

    private static final ObjectMapper JSON = JsonMappers.exact();
    private static final int LONGEST = 10_000;

    /**
     * Argument of a flow that makes a page with {@code after}: null for the first page. The flow gets the values that its last page has as
     * {@link #SORT}. Supabase gets a {@link Condition} instead.
     */
    public static final String AFTER = "after_values";
    /** Member of a page, but for Supabase: the values by which its last row was sorted. */
    public static final String SORT = "sort_values";

    /**
     * A page that was asked for with {@code after}.
     *
     * @param order  columns of a complete order as the database writes them, which is how rows have them; with a minus before those that
     * descend
     * @param values values of the last row before the page; null for the first page
     * @param extra  columns of the order that the caller does not want in the rows
     */
    public record Cursor(List<String> order, List<Object> values, List<String> extra, List<String> key, DatabaseKind kind) {
    }

    /** Returns whether a call asks for a page with {@code after}. A bean, because Simple looks for members anew at each call. */
    @Bean
    static Predicate cursorAsked() {
        return exchange -> exchange.getMessage().getBody() instanceof Map<?, ?> arguments && arguments.get("after") != null;
    }

    /** Returns whether a second request must count the matches, or look for a further row. */
    @Bean
    static Predicate isUncounted() {
        return exchange -> exchange.getVariable(PageCall.VARIABLE, PageCall.class).isUncounted();
    }

    /** Reads the cursor of the arguments. An empty one begins the first page. */
    public Cursor open(@Body Map<String, Object> arguments, @ExchangeProperty("database") String database, Exchange exchange)
            throws Exception {
        if (arguments.get("offset") instanceof Number offset && offset.longValue() > 0) {
            throw DatabaseFailure.query("database.cursorOffset");
        }
        DatabaseKind kind = properties.databases().get(database).type();
        Driver<?> source = drivers.of(database);
        String table = (String) arguments.get("table");
        List<String> key = source.key(database, table);
        if (key.isEmpty()) {
            throw DatabaseFailure.query("database.cursorKey", table);
        }
        List<String> order = new ArrayList<>();
        PageSpec asked = PageSpec.of(arguments, exchange);
        for (PageSpec.Order by : asked.order()) {
            order.add((by.descending() ? "-" : "") + source.column(database, table, by.column()));
        }
        // an index is read in one direction
        String way = kind.isSql() && !order.isEmpty() && order.get(order.size() - 1).startsWith("-") ? "-" : "";
        key.stream().filter(column -> !order.contains(column) && !order.contains("-" + column)).forEach(column -> order.add(way + column));
        List<String> columns = new ArrayList<>();
        for (String column : asked.columns()) {
            columns.add(source.column(database, table, column));
        }
        List<String> extra = columns.isEmpty() ? List.of()
                : order.stream().map(Cursors::column).filter(column -> !columns.contains(column)).toList();
        return new Cursor(order, values((String) arguments.get("after"), order, kind.isSql()), extra, key, kind);
    }

    private static List<Object> values(String text, List<String> order, boolean lists) throws DatabaseFailure {
        if (text.isEmpty()) {
            return null;
        }
        try {
            if (text.length() <= LONGEST && JSON.readValue(Base64.getUrlDecoder().decode(text), Object.class) instanceof Map<?, ?> cursor
                    && order.equals(cursor.get("order")) && cursor.get("values") instanceof List<?> values && values.size() >= order.size()
                    && values.stream().allMatch(value -> lists || value == null || Filters.isScalar(value))) {
                return new ArrayList<>(values);
            }
        } catch (IOException | IllegalArgumentException e) {
            // not a cursor of this gateway
        }
        throw DatabaseFailure.query("database.cursor");
    }

    /** Makes the arguments of the query: its filters find what comes after the last row. Such a page is not counted. */
    public Map<String, Object> query(@Body Map<String, Object> arguments, @Variable("cursor") Cursor cursor) {
        Map<String, Object> query = new LinkedHashMap<>(arguments);
        query.remove("after");
        query.put("order_by", cursor.order());
        query.put("count", false);
        if (!cursor.extra().isEmpty()) {
            List<Object> columns = new ArrayList<>((List<?>) arguments.get("columns"));
            columns.addAll(cursor.extra());
            query.put("columns", columns);
        }
        query.put(AFTER, cursor.kind().isBeginningAfter() || cursor.values() == null ? cursor.values() : after(cursor));
        return query;
    }

    /** Returns the condition that a row comes after the last one: it is beyond in one column, and equal in all columns before. */
    private static Condition after(Cursor cursor) {
        List<Filters> choices = new ArrayList<>();
        List<Condition> equal = new ArrayList<>();
        for (int i = 0; i < cursor.order().size(); i++) {
            String column = column(cursor.order().get(i));
            boolean descending = cursor.order().get(i).startsWith("-");
            Object value = cursor.values().get(i);
            if (value != null) {
                choices.add(beyond(equal, filter(column, descending ? Operator.LESS : Operator.GREATER, value)));
            }
            if ((value == null) == descending) { // null is greater than all values
                choices.add(beyond(equal, filter(column, Operator.IS_NULL, value != null)));
            }
            equal.add(value == null ? filter(column, Operator.IS_NULL, true) : filter(column, Operator.EQUAL, value));
        }
        if (choices.isEmpty()) {
            // after a row of nulls nothing comes
            choices.add(new Filters(List.of(filter(column(cursor.order().get(0)), Operator.IN, List.of()))));
        }
        return new Condition.AnyOf(choices);
    }

    private static Filters beyond(List<Condition> equal, Filter beyond) {
        return new Filters(Stream.concat(equal.stream(), Stream.of(beyond)).toList());
    }

    private static Filter filter(String column, Operator operator, Object value) {
        return new Filter(column, column, operator, value);
    }

    /** Adds {@code next} to the page if rows follow, and removes the columns that the caller did not ask for. */
    public Map<String, Object> answer(@Body Map<String, Object> page, @Variable("cursor") Cursor cursor)
            throws JsonProcessingException, DatabaseFailure {
        Map<String, Object> answer = new LinkedHashMap<>(page);
        List<ObjectNode> rows = ((List<?>) page.get("data")).stream()
                .<ObjectNode>map(row -> row instanceof ObjectNode object ? object : JSON.valueToTree(row)).toList();
        Object values = page.containsKey(SORT) ? page.get(SORT)
                : rows.isEmpty() ? null : values(rows.get(rows.size() - 1), cursor);
        if (Boolean.TRUE.equals(page.get("has_more")) && values != null) {
            String json = JSON.writeValueAsString(DatabaseValues.object("order", cursor.order(), "values", values));
            String text = Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
            if (text.length() > LONGEST) {
                throw DatabaseFailure.query("database.cursorLong", String.join(", ", cursor.order()));
            }
            answer.put("next", text);
        }
        rows.forEach(row -> row.remove(cursor.extra()));
        answer.put("data", rows);
        answer.remove(SORT);
        return answer;
    }

    private static List<JsonNode> values(JsonNode row, Cursor cursor) throws DatabaseFailure {
        List<JsonNode> values = new ArrayList<>();
        for (String by : cursor.order()) {
            JsonNode value = row.get(column(by));
            if (value.isContainerNode() && !cursor.kind().isSql()) {
                throw DatabaseFailure.query("database.cursorColumn", column(by), "lists or objects");
            }
            if (value.isNull() && cursor.key().contains(column(by))) {
                throw DatabaseFailure.query("database.cursorColumn", column(by), "null"); // SQLite allows several such rows
            }
            values.add(value);
        }
        return values;
    }

    private static String column(String order) {
        return order.startsWith("-") ? order.substring(1) : order;
    }

    /** Turns an update or delete with {@code dry_run} into a query, which says how many rows it would take and which come first. */
    @Component("dryRuns")
    public record DryRuns(DatabaseDrivers drivers) {

        /** Returns the columns that identify a row; none for a table without a key. The arguments must have a filter. */
        public List<String> key(@Body Map<String, Object> arguments, @ExchangeProperty("database") String database) throws Exception {
            Filters.require(arguments);
            return drivers.of(database).key(database, (String) arguments.get("table"));
        }

        /** Makes the arguments of the query, which has the order of the key where the database can sort by it. */
        public Map<String, Object> query(@Body Map<String, Object> arguments, @Variable("key") List<String> key,
                @ExchangeProperty("database") String database) {
            boolean descends = key.stream().anyMatch(column -> column.startsWith("-")); // so would a name with a minus
            return DatabaseValues.present("table", arguments.get("table"), "filters", arguments.get("filters"), "columns", key,
                    "order_by", drivers.of(database).sortsByKey() && !descends ? key : null);
        }

        /** Shapes the page as {@code {dry_run, matched_count, ids}}. An id of several columns is an object. */
        public Map<String, Object> answer(@Body Map<String, Object> page, @Variable("key") List<String> key) {
            List<Object> ids = new ArrayList<>();
            if (!key.isEmpty()) {
                for (Object row : (List<?>) page.get("data")) {
                    ids.add(key.size() > 1 ? row : row instanceof Map<?, ?> map ? map.get(key.get(0)) : ((JsonNode) row).get(key.get(0)));
                }
            }
            return DatabaseValues.object("dry_run", true, "matched_count", page.get("count"), "ids", ids);
        }
    }
}
