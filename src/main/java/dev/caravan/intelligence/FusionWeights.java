package dev.caravan.intelligence;

/**
 * How much each ranking counts, and how much tests count in each of them. A route names the numbers.
 *
 * @param words   of the ranking by words
 * @param meaning of the ranking by meaning
 * @param calls   of the ranking over calls
 * @param tests   of paths of tests
 */
record FusionWeights(double words, double meaning, double calls, TestSources tests) {
}
