package dev.caravan.intelligence.index;

/**
 * A file as it was when it was indexed.
 *
 * @param make     what it was indexed with
 * @param hash     SHA-256 of its bytes as hex; empty if it was skipped before it was read
 * @param modified in nanoseconds since 1970, as the file system says
 */
record KnownFile(String make, String hash, long size, long modified) {
}
