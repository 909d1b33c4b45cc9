package dev.caravan.search;

/**
 * A string of a JSON document.
 *
 * @param pointer its place in the document, as RFC 6901 writes it
 */
public record Leaf(String pointer, String text) {
}
