package dev.caravan.intelligence.code;

/**
 * A definition that calls lead to.
 *
 * @param distance number of calls from the nearest start, at least 1
 * @param weight   greater is better
 */
public record Reached(Symbol symbol, int distance, double weight) {
}
