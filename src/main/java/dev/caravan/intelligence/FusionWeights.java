package dev.caravan.intelligence;

/**
 * The weight of each ranking, and the weights of tests in each of them. The tool's route sets them.
 *
 * @param words   weight of the ranking by words
 * @param meaning weight of the ranking by meaning
 * @param calls   weight of the ranking over calls
 * @param tests   weights of test files
 */
record FusionWeights(double words, double meaning, double calls, TestSources tests) {
}
