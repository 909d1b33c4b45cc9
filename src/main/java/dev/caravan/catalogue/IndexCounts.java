package dev.caravan.catalogue;

/** Strings, the chunks they are cut into, and how many of these are in the index. */
record IndexCounts(long nodes, long chunks, long indexed) {
}
