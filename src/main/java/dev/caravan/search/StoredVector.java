package dev.caravan.search;

/** The part of a chunk that the vector ranking needs. */
record StoredVector(String id, String pointer, int chunkIndex, float[] vector) {
}
