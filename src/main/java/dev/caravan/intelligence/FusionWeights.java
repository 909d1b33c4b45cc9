package dev.caravan.intelligence;

/**
 * The weight of each ranking, and the weights of tests and documentation in each of them. The tool's route sets them.
 *
 * @param words   weight of the ranking by words
 * @param meaning weight of the ranking by meaning
 * @param calls   weight of the ranking over calls
 * @param tests   weights of test files
 * @param docs    weights of documentation
 * @param k       constant of the fusion: the smaller, the more the first ranks count
 */
record FusionWeights(double words, double meaning, double calls, LesserFiles tests, LesserFiles docs, int k) {

    double ofWords(String path) {
        return tests.weight(path, tests.byWords()) * docs.weight(path, docs.byWords());
    }

    double ofMeaning(String path) {
        return tests.weight(path, tests.byMeaning()) * docs.weight(path, docs.byMeaning());
    }
}
