package dev.caravan.intelligence.ckb;

/**
 * A place in the code that calls lead to.
 *
 * @param symbolId CKB's; null where a symbol is used in a place of which CKB does not say the symbol
 * @param name     null in the same case
 * @param path     of the file, relative to CKB's repository; null if CKB does not know
 * @param line     1-based; 0 if CKB does not know
 * @param distance calls from {@code start}, which is 0 itself
 * @param start    the name that was asked for
 */
public record CkbNode(String symbolId, String name, String path, int line, int distance, String start) {
}
