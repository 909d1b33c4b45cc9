package dev.caravan.database;

/**
 * One condition of a filter, its value checked against its operator.
 *
 * @param key    as the caller wrote it
 * @param column that it is about
 * @param value  a JSON value as Java has it; never null: a list for IN and NOT_IN, a Boolean for IS_NULL, a String for text
 *               operators, a scalar for order; for EQUAL anything
 */
public record Filter(String key, String column, Operator operator, Object value) {
}
