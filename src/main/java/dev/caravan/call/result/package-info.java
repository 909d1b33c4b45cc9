/**
 * Keeps results that are larger than their limit for a while, so that the caller can read the rest as a resource.
 *
 * <p>{@link dev.caravan.call.result.KeptResults} is a map and not a Caffeine cache. It promises that a caller's results only push out older ones: first
 * that caller's, then all. A cache has one limit for all callers, and drops entries by how often they are read: a result that nobody has read yet
 * would go before an old one.
 */
package dev.caravan.call.result;
