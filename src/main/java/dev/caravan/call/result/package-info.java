/**
 * Keeps results that are larger than their limit for a while, so that the caller can read the rest as a resource.
 */
package dev.caravan.call.result;
