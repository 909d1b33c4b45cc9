package dev.caravan.intelligence;

import dev.caravan.intelligence.index.CodeIndex;

/**
 * A place that calls lead to from what was found by text.
 *
 * @param distance how many calls
 */
record GraphHit(CodeIndex.Place place, int distance) {
}
