package dev.caravan.search;

/**
 * Counts the writes to a collection.
 *
 * @param born a new value each time that a collection with this name is created
 */
record CollectionVersion(String born, long version) {
}
