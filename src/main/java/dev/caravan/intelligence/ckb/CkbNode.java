package dev.caravan.intelligence.ckb;

/**
 * A place in the code that calls lead to.
 *
 * @param symbolId CKB's id; null for a use of a symbol in a place whose own symbol CKB does not report
 * @param name     null in the same case
 * @param path     of the file, relative to CKB's repository; null if unknown
 * @param line     from 1; 0 if unknown
 * @param distance calls from {@code start}, whose own distance is 0
 * @param start    the name of the question that led here
 */
public record CkbNode(String symbolId, String name, String path, int line, int distance, String start) {
}
