package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import dev.caravan.database.Filters.Filter;
import dev.caravan.database.Filters.Operator;
import dev.caravan.database.PageSpec;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A record of a table in Redis.
 *
 * @param id     the id in the record's key
 * @param hash   whether the record is a hash, whose values are all text; otherwise it is a JSON string
 * @param stored the stored fields, with or without {@code id}
 * @param size   number of stored characters
 * @param whole  whether {@code stored} has all fields
 */
record RedisRecord(String key, String id, boolean hash, Map<String, Object> stored, long size, boolean whole) {

    RedisRecord(String key, String id, boolean hash, Map<String, Object> stored, long size) {
        this(key, id, hash, stored, size, true);
    }

    /** Returns the record with only the fields that sorting needs. */
    RedisRecord sortedBy(List<PageSpec.Order> order) {
        Map<String, Object> kept = new LinkedHashMap<>();
        order.stream().map(PageSpec.Order::column).filter(stored::containsKey).forEach(name -> kept.put(name, stored.get(name)));
        if (stored.containsKey(RedisTable.ID)) {
            kept.put(RedisTable.ID, stored.get(RedisTable.ID));
        }
        return new RedisRecord(key, id, hash, kept, key.length() + kept.values().stream().mapToLong(value -> String.valueOf(value).length()).sum(), false);
    }

    /** Returns the value of a field. Returns the stored {@code id} only if it is the id in the key. */
    Object field(String name) {
        Object value = stored.get(name);
        return name.equals(RedisTable.ID) && !RedisTable.idText(value).filter(id::equals).isPresent() ? id : value;
    }

    /** Returns whether the field's value is text that may stand for a number or boolean. */
    boolean isLoose(String name) {
        return hash || name.equals(RedisTable.ID);
    }

    /** @param columns empty for all columns; missing columns are left out */
    Map<String, Object> view(List<String> columns) {
        Map<String, Object> view = new LinkedHashMap<>();
        if (columns.isEmpty()) {
            view.put(RedisTable.ID, field(RedisTable.ID));
            stored.keySet().forEach(name -> view.put(name, field(name)));
        }
        columns.stream().filter(name -> name.equals(RedisTable.ID) || stored.containsKey(name)).forEach(name -> view.put(name, field(name)));
        return view;
    }

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
}
