package dev.caravan.search;

/** What the vector ranking needs of a chunk. */
record StoredVector(String id, String pointer, int chunkIndex, float[] vector) {
}
