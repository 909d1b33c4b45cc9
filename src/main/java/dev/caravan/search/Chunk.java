package dev.caravan.search;

/**
 * A piece of a string value.
 *
 * @param index     0-based, among the pieces of the value
 * @param total     how many pieces of the value there are
 * @param charStart where it begins in the value, in code points
 * @param charEnd   where it ends, exclusive
 * @param text      the value's substring between the two
 */
public record Chunk(int index, int total, int charStart, int charEnd, String text) {
}
