package dev.caravan.search;

/**
 * A string of a JSON document.
 *
 * @param pointer its place in the document, as a JSON Pointer (RFC 6901)
 */
public record Leaf(String pointer, String text) {
}
