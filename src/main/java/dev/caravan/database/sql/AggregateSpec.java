package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.PageSpec;
import dev.caravan.database.PageSpec.RouteLimit;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import dev.caravan.database.sql.AggregateSpec.Metric.Function;
import dev.caravan.envelope.NearestNames;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;

/**
 * What a caller of db_advanced with operation aggregate wants of a SQL database.
 *
 * @param groupBy columns; empty for one group of all rows
 * @param having  conditions on the names of the result
 * @param order   order by names of the result; the groups' columns follow, so that the order is complete
 */
record AggregateSpec(List<String> groupBy, List<Metric> metrics, Filters having, List<PageSpec.Order> order, int limit) {

    /**
     * Reads the arguments. The tool's schema has checked them as far as it can.
     *
     * @throws DatabaseFailure query_error for an unknown function, a name that occurs twice, or a name that is not in the result
     */
    static AggregateSpec of(Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
        int limit = RouteLimit.ofPage(arguments, exchange);
        List<String> groups = PageSpec.texts(arguments.get("group_by"));
        List<Metric> metrics = metrics(arguments.get("metrics"));
        Set<String> names = new LinkedHashSet<>();
        for (String name : Stream.concat(groups.stream(), metrics.stream().map(Metric::name)).toList()) {
            if (!names.add(name)) {
                throw DatabaseFailure.query("database.aggregate.twice", name);
            }
        }
        Filters having = Filters.of(arguments.get("having"), names::contains);
        for (Filter condition : having.conditions()) {
            check(condition.column(), names);
        }
        List<PageSpec.Order> order = new ArrayList<>();
        for (String by : PageSpec.texts(arguments.get("order_by"))) {
            PageSpec.Order next = names.contains(by) ? new PageSpec.Order(by, false) : PageSpec.Order.of(by);
            check(next.column(), names);
            order.add(next);
        }
        groups.stream().filter(group -> order.stream().noneMatch(by -> by.column().equals(group)))
                .forEach(group -> order.add(new PageSpec.Order(group, false)));
        return new AggregateSpec(groups, metrics, having, List.copyOf(order), limit);
    }

    private static List<Metric> metrics(Object given) throws DatabaseFailure {
        if (!(given instanceof Map<?, ?> all) || all.isEmpty()) {
            return List.of(new Metric("count", Function.COUNT, null));
        }
        List<Metric> metrics = new ArrayList<>();
        for (Map.Entry<?, ?> entry : all.entrySet()) {
            String name = (String) entry.getKey();
            Map.Entry<?, ?> only = entry.getValue() instanceof Map<?, ?> map && map.size() == 1 ? map.entrySet().iterator().next() : null;
            Function function = only == null ? null : Function.of((String) only.getKey()).orElse(null);
            if (function == null || !(only.getValue() instanceof String column) || column.isEmpty()) {
                throw DatabaseFailure.query("database.aggregate.metric", name,
                        Arrays.stream(Function.values()).map(Function::word).collect(Collectors.joining(", ")));
            }
            boolean rows = function == Function.COUNT && column.equals("*");
            metrics.add(new Metric(name, function, rows ? null : column));
        }
        return metrics;
    }

    private static void check(String name, Set<String> names) throws DatabaseFailure {
        if (!names.contains(name)) {
            throw DatabaseFailure.query("database.aggregate.name", name, NearestNames.of(name, names));
        }
    }

    /**
     * @param what     what needs the values, for the message
     * @param function what is computed; groups need what {@link Function#COUNT_DISTINCT} needs
     * @throws DatabaseFailure query_error if the function does not work on values of that type
     */
    static void check(String what, Function function, ColumnDescription column, JsonType type) throws DatabaseFailure {
        String needed = switch (function) {
            case SUM, AVG -> type.isNumber() ? null : "numbers";
            case MIN, MAX -> type.isOrdered() ? null : "ordered";
            case COUNT_DISTINCT -> type.isOrdered() || type == JsonType.BOOLEAN ? null : "scalars";
            case COUNT -> null;
        };
        if (needed != null) {
            throw DatabaseFailure.query("database.aggregate.type", what, Text.of("database.aggregate." + needed), column.name(),
                    column.stored());
        }
    }

    /**
     * One value that an aggregate computes for each group.
     *
     * @param column the column that it reads; null to count rows
     */
    record Metric(String name, Function function, String column) {

        /** What a metric computes. Null values are left out; without other values the result is null, and a count is 0. */
        enum Function {
            COUNT, COUNT_DISTINCT, SUM, AVG, MIN, MAX;

            String word() {
                return name().toLowerCase(Locale.ROOT);
            }

            static Optional<Function> of(String word) {
                return Arrays.stream(values()).filter(function -> function.word().equals(word)).findFirst();
            }
        }
    }
}
