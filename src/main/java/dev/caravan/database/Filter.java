package dev.caravan.database;

/**
 * One condition of a filter. The value is checked against the operator.
 *
 * @param key    the key that the caller wrote
 * @param column the column that the condition compares
 * @param value  a JSON value as a Java object, never null. IN and NOT_IN have a list, IS_NULL has a Boolean. Text operators have a String, GREATER to
 *               AT_MOST have a scalar. EQUAL has any value.
 */
public record Filter(String key, String column, Operator operator, Object value) {
}
