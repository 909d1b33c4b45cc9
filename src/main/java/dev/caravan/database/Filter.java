package dev.caravan.database;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * One condition of a filter. The value is checked against the operator.
 *
 * @param key    the key that the caller wrote
 * @param column the column that the condition compares
 * @param value  a JSON value as a Java object, never null. IN and NOT_IN have a list, IS_NULL has a Boolean. Text operators have a String, GREATER to
 *               AT_MOST have a scalar. EQUAL has any value.
 */
public record Filter(String key, String column, Operator operator, Object value) implements Condition {

    /**
     * Returns whether a value satisfies the condition.
     *
     * @param is    the column's value; null if it is missing
     * @param loose whether text may stand for a number or boolean
     */
    public boolean holds(Object is, boolean loose) {
        return holds(is, with -> RecordValues.equal(is, with, loose), loose);
    }

    /** @param equals whether the column's value, which is not null, equals another one */
    public boolean holds(Object is, Predicate<Object> equals, boolean loose) {
        return switch (operator) {
            case EQUAL -> is != null && equals.test(value);
            case GREATER -> compares(is, loose, order -> order > 0);
            case AT_LEAST -> compares(is, loose, order -> order >= 0);
            case LESS -> compares(is, loose, order -> order < 0);
            case AT_MOST -> compares(is, loose, order -> order <= 0);
            case CONTAINS -> is instanceof String text && text.contains((String) value);
            case STARTS_WITH -> is instanceof String text && text.startsWith((String) value);
            case ENDS_WITH -> is instanceof String text && text.endsWith((String) value);
            case IN -> is != null && ((List<?>) value).stream().anyMatch(equals);
            case NOT_IN -> ((List<?>) value).isEmpty() || is != null && ((List<?>) value).stream().noneMatch(equals);
            case IS_NULL -> (is == null) == (Boolean) value;
        };
    }

    private boolean compares(Object is, boolean loose, IntPredicate holds) {
        OptionalInt order = RecordValues.compare(is, value, loose);
        return order.isPresent() && holds.test(order.getAsInt());
    }
}
