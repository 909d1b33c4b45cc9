/** Reads JSON within limits, and percent-encodes texts for addresses. */
package dev.caravan.json;
