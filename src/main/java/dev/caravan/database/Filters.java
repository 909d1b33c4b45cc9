package dev.caravan.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The conditions of a call. All must hold. */
public record Filters(List<Filter> conditions) {

    private static final int MOST_CONDITIONS = 100;
    private static final int MOST_IN_A_LIST = 1_000;
    /** A search can compare each character of a value with each of the text, without a stop. */
    private static final int LONGEST_SEARCHED = 1_000;

    /**
     * Reads {@code {"column": value, "column__operator": value, …}}. A key that equals the name of a column means that column, even if the
     * key ends like an operator.
     *
     * @param filters  null for no filters
     * @param isColumn whether a column has this name; always false for databases without a catalogue of columns
     * @throws DatabaseFailure query_error for an unknown operator, with the list of operators, and for a value that does not fit its
     * operator
     */
    public static Filters of(Object filters, Predicate<String> isColumn) throws DatabaseFailure {
        Map<?, ?> all = filters instanceof Map<?, ?> given ? given : Map.of();
        if (all.size() > MOST_CONDITIONS) {
            throw DatabaseFailure.query("database.tooManyFilters", MOST_CONDITIONS);
        }
        List<Filter> conditions = new ArrayList<>();
        for (Map.Entry<?, ?> filter : all.entrySet()) {
            conditions.add(condition((String) filter.getKey(), filter.getValue(), isColumn));
        }
        return new Filters(List.copyOf(conditions));
    }

    /** @throws DatabaseFailure permission_error if the arguments of an update or delete have no filter */
    public static void require(Map<String, Object> arguments) throws DatabaseFailure {
        if (!(arguments.get("filters") instanceof Map<?, ?> filters) || filters.isEmpty()) {
            throw DatabaseFailure.permission("database.filtersNeeded");
        }
    }

    private static Filter condition(String key, Object value, Predicate<String> isColumn) throws DatabaseFailure {
        int separator = key.lastIndexOf(Operator.SEPARATOR);
        if (isColumn.test(key) || separator < 0 || separator == 0 && isScalar(value)) { // MongoDB's documents often have __v
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
        String fault = switch (condition.operator()) {
            case IS_NULL -> value instanceof Boolean ? null : "database.needsBoolean";
            case CONTAINS, STARTS_WITH, ENDS_WITH -> value instanceof String ? null : "database.needsText";
            case IN, NOT_IN -> value instanceof List<?> list && list.size() <= MOST_IN_A_LIST && list.stream().allMatch(Filters::isScalar)
                    ? null : "database.needsList";
            case GREATER, AT_LEAST, LESS, AT_MOST -> isScalar(value) && !(value instanceof Boolean) ? null : "database.needsScalar";
            case EQUAL -> null;
        };
        if (fault != null) {
            throw DatabaseFailure.query(fault, condition.key(), MOST_IN_A_LIST);
        }
        if (condition.operator() == Operator.CONTAINS && ((String) value).length() > LONGEST_SEARCHED) {
            throw DatabaseFailure.query("database.longText", condition.key(), LONGEST_SEARCHED);
        }
        return condition;
    }

    public static boolean isScalar(Object value) {
        return value != null && !(value instanceof Collection) && !(value instanceof Map);
    }

    /**
     * One condition of a filter. The value is checked against the operator.
     *
     * @param key    the key that the caller wrote
     * @param column the column that the condition compares
     * @param value  a JSON value as a Java object, never null. IN and NOT_IN have a list, IS_NULL has a Boolean. Text operators have a
     * String, GREATER to AT_MOST have a scalar. EQUAL has any value.
     */
    public record Filter(String key, String column, Operator operator, Object value) {
    }

    /**
     * How a filter compares. A column that is null or missing matches only {@link #IS_NULL}. {@link #NOT_IN} with an empty list is always
     * true. Text comparison is case-sensitive, and no character of a value is a wildcard. Numbers compare by value, times by instant.
     */
    public enum Operator {
        EQUAL(""), GREATER("gt"), AT_LEAST("gte"), LESS("lt"), AT_MOST("lte"), CONTAINS("contains"), STARTS_WITH("startswith"),
        ENDS_WITH("endswith"), IN("in"), NOT_IN("not_in"), IS_NULL("isnull");

        public static final String SEPARATOR = "__";

        private final String suffix;

        Operator(String suffix) {
            this.suffix = suffix;
        }

        public static Optional<Operator> of(String suffix) {
            return Arrays.stream(values()).filter(operator -> operator != EQUAL && operator.suffix.equals(suffix)).findFirst();
        }

        /** Returns all suffixes, for messages. */
        public static String suffixes() {
            return Arrays.stream(values()).filter(operator -> operator != EQUAL).map(operator -> SEPARATOR + operator.suffix)
                    .collect(Collectors.joining(", "));
        }
    }
}
