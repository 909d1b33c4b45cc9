package dev.caravan.database;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a filter compares. A column that is null or missing matches only {@link #IS_NULL}. {@link #NOT_IN} with an empty list is always true. Text
 * comparison is case-sensitive, and no character of a value is a wildcard. Numbers compare by value, times by instant.
 */
public enum Operator {
    EQUAL(""), GREATER("gt"), AT_LEAST("gte"), LESS("lt"), AT_MOST("lte"), CONTAINS("contains"), STARTS_WITH("startswith"), ENDS_WITH("endswith"),
    IN("in"), NOT_IN("not_in"), IS_NULL("isnull");

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
        return Arrays.stream(values()).filter(operator -> operator != EQUAL).map(operator -> SEPARATOR + operator.suffix).collect(Collectors.joining(", "));
    }
}
