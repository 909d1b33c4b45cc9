package dev.caravan.intelligence.index;

/**
 * A file as it was at its last indexing.
 *
 * @param make     model and rules that made its chunks
 * @param hash     SHA-256 of its bytes in hexadecimal; empty if it was skipped unread
 * @param modified nanoseconds since 1970, from the file system
 */
record KnownFile(String make, String hash, long size, long modified) {
}
