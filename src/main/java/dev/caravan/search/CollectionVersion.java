package dev.caravan.search;

/**
 * How often a collection was written to.
 *
 * @param born another one each time a collection of that name begins
 */
record CollectionVersion(String born, long version) {
}
