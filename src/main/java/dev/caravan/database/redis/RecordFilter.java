package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filter;
import dev.caravan.database.Filters;
import dev.caravan.database.Operator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Matches a record against all filters. {@link Operator} defines each operator. {@code id} is compared as text. */
record RecordFilter(Filters filters) implements Predicate<RedisRecord> {

    /** Reads the filters of a tool's arguments. Any name may be a field. */
    @SuppressWarnings("unchecked")
    static RecordFilter of(Map<?, ?> arguments) throws DatabaseFailure {
        return new RecordFilter(Filters.ofPage((Map<String, Object>) arguments, name -> false));
    }

    /** Returns the only ids that can match; empty if the filters do not name ids. */
    Optional<Set<String>> ids() {
        return filters.comparisons().filter(RecordFilter::saysIds).findFirst().map(RecordFilter::ids);
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
        return filters.hold(filter -> holds(filter, record));
    }

    private static boolean holds(Filter filter, RedisRecord record) {
        Object value = record.field(filter.column());
        boolean loose = record.isLoose(filter.column());
        return filter.column().equals(RedisTable.ID) ? filter.holds(value, with -> RedisTable.idText(with).filter(record.id()::equals).isPresent(), loose)
                : filter.holds(value, loose);
    }
}
