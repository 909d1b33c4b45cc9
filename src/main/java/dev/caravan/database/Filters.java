package dev.caravan.database;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The conditions of a call. All must hold. */
public record Filters(List<Filter> conditions) {

    private static final int MOST_CONDITIONS = 100;
    private static final int MOST_IN_A_LIST = 1_000;

    public static final Filters NONE = new Filters(List.of());

    /**
     * Reads {@code {"column": value, "column__operator": value, …}}. A key that equals the name of a column means that column, even if the key ends
     * like an operator.
     *
     * @param filters  null for no filters
     * @param isColumn whether a column has this name; always false for databases without a catalogue of columns
     * @throws DatabaseFailure query_error for an unknown operator, with the list of operators, and for a value that does not fit its operator
     */
    public static Filters of(Map<String, Object> filters, Predicate<String> isColumn) throws DatabaseFailure {
        if (filters == null || filters.isEmpty()) {
            return NONE;
        }
        if (filters.size() > MOST_CONDITIONS) {
            throw DatabaseFailure.query("database.tooManyFilters", MOST_CONDITIONS);
        }
        List<Filter> conditions = new ArrayList<>();
        for (Map.Entry<String, Object> filter : filters.entrySet()) {
            conditions.add(condition(filter.getKey(), filter.getValue(), isColumn));
        }
        return new Filters(List.copyOf(conditions));
    }

    /** Returns whether the conditions give a value for each of these columns. If the columns are a unique key, at most one row matches. */
    public boolean fix(Collection<String> key) {
        return !key.isEmpty() && key.stream().allMatch(column -> conditions.stream()
                .anyMatch(condition -> condition.operator() == Operator.EQUAL && condition.column().equals(column)));
    }

    /** @throws DatabaseFailure permission_error if the arguments of an update or delete have no filter */
    public static void require(Map<String, Object> arguments) throws DatabaseFailure {
        if (!(arguments.get("filters") instanceof Map<?, ?> filters) || filters.isEmpty()) {
            throw DatabaseFailure.permission("database.filtersNeeded");
        }
    }

    private static Filter condition(String key, Object value, Predicate<String> isColumn) throws DatabaseFailure {
        int separator = key.lastIndexOf(Operator.SEPARATOR);
        if (isColumn.test(key) || separator <= 0) {
            return checked(new Filter(key, key, Operator.EQUAL, value));
        }
        String suffix = key.substring(separator + Operator.SEPARATOR.length());
        Operator operator = Operator.of(suffix).orElse(null);
        if (operator == null) {
            throw DatabaseFailure.query("database.unknownOperator", key, Operator.suffixes());
        }
        return checked(new Filter(key, key.substring(0, separator), operator, value));
    }

    private static Filter checked(Filter condition) throws DatabaseFailure {
        Object value = condition.value();
        if (value == null) {
            throw DatabaseFailure.query("database.nullFilter", condition.key(), condition.column() + Operator.SEPARATOR + "isnull");
        }
        switch (condition.operator()) {
            case IS_NULL -> require(value instanceof Boolean, condition, "database.needsBoolean");
            case CONTAINS, STARTS_WITH, ENDS_WITH -> require(value instanceof String, condition, "database.needsText");
            case IN, NOT_IN -> require(value instanceof List<?> list && list.size() <= MOST_IN_A_LIST && list.stream().allMatch(Filters::isScalar),
                    condition, "database.needsList", MOST_IN_A_LIST);
            case GREATER, AT_LEAST, LESS, AT_MOST -> require(isScalar(value) && !(value instanceof Boolean), condition, "database.needsScalar");
            case EQUAL -> { }
        }
        return condition;
    }

    private static void require(boolean holds, Filter condition, String key, Object... more) throws DatabaseFailure {
        if (!holds) {
            Object[] arguments = new Object[more.length + 1];
            arguments[0] = condition.key();
            System.arraycopy(more, 0, arguments, 1, more.length);
            throw DatabaseFailure.query(key, arguments);
        }
    }

    public static boolean isScalar(Object value) {
        return value != null && !(value instanceof Collection) && !(value instanceof Map);
    }
}
