package dev.caravan.search;

/**
 * A piece of a string value.
 *
 * @param index     position among the chunks of the value, from 0
 * @param total     number of chunks of the value
 * @param charStart start in the value, in code points
 * @param charEnd   end in the value, in code points, exclusive
 * @param text      the value's substring from charStart to charEnd
 */
public record Chunk(int index, int total, int charStart, int charEnd, String text) {
}
