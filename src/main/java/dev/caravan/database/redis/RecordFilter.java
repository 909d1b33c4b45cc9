package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filter;
import dev.caravan.database.Filters;
import dev.caravan.database.Operator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** Matches a record against all filters. {@link Operator} defines each operator. {@code id} is compared as text. */
record RecordFilter(Filters filters) implements Predicate<RedisRecord> {

    /** Reads the filters of a tool's arguments. Any name may be a field. */
    @SuppressWarnings("unchecked")
    static RecordFilter of(Map<?, ?> arguments) throws DatabaseFailure {
        return new RecordFilter(Filters.of((Map<String, Object>) arguments.get("filters"), name -> false));
    }

    /** Returns the only ids that can match; empty if the filters do not name ids. */
    Optional<Set<String>> ids() {
        return filters.conditions().stream().filter(RecordFilter::saysIds).findFirst().map(RecordFilter::ids);
    }

    private static boolean saysIds(Filter filter) {
        return filter.column().equals(RedisTable.ID) && (filter.operator() == Operator.EQUAL || filter.operator() == Operator.IN);
    }

    private static Set<String> ids(Filter filter) {
        Set<String> ids = new LinkedHashSet<>();
        List<?> values = filter.operator() == Operator.EQUAL ? List.of(filter.value()) : (List<?>) filter.value();
        values.forEach(value -> RedisTable.idText(value).ifPresent(ids::add));
        return ids;
    }

    @Override
    public boolean test(RedisRecord record) {
        return filters.conditions().stream().allMatch(filter -> holds(filter, record));
    }

    private static boolean holds(Filter filter, RedisRecord record) {
        Object value = record.field(filter.column());
        Object with = filter.value();
        return switch (filter.operator()) {
            case EQUAL -> value != null && equal(filter, value, with, record);
            case GREATER -> compares(filter, value, record, order -> order > 0);
            case AT_LEAST -> compares(filter, value, record, order -> order >= 0);
            case LESS -> compares(filter, value, record, order -> order < 0);
            case AT_MOST -> compares(filter, value, record, order -> order <= 0);
            case CONTAINS -> value instanceof String text && text.contains((String) with);
            case STARTS_WITH -> value instanceof String text && text.startsWith((String) with);
            case ENDS_WITH -> value instanceof String text && text.endsWith((String) with);
            case IN -> value != null && ((List<?>) with).stream().anyMatch(item -> equal(filter, value, item, record));
            case NOT_IN -> ((List<?>) with).isEmpty() || value != null && ((List<?>) with).stream().noneMatch(item -> equal(filter, value, item, record));
            case IS_NULL -> (value == null) == (Boolean) with;
        };
    }

    private static boolean equal(Filter filter, Object value, Object with, RedisRecord record) {
        return filter.column().equals(RedisTable.ID) ? RedisTable.idText(with).filter(record.id()::equals).isPresent()
                : RecordValues.equal(value, with, record.isLoose(filter.column()));
    }

    private static boolean compares(Filter filter, Object value, RedisRecord record, IntPredicate holds) {
        OptionalInt order = RecordValues.compare(value, filter.value(), record.isLoose(filter.column()));
        return order.isPresent() && holds.test(order.getAsInt());
    }
}
