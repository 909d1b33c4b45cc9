/** Reads JSON within limits. */
package dev.caravan.json;
