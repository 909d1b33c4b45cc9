package dev.caravan.intelligence;

import dev.caravan.intelligence.index.CodeIndex;

/**
 * A place that calls lead to from the text search's results.
 *
 * @param distance number of calls
 */
record GraphHit(CodeIndex.Place place, int distance) {
}
