package dev.caravan.intelligence;

import java.util.regex.Pattern;

/**
 * Ranks test files lower than other files unless the query asks for tests, since tests read much like the code that they test.
 *
 * @param asked     whether the query asks for tests; every file then has the weight 1
 * @param byWords   weight of a test file in the ranking by words, from 0 to 1
 * @param byMeaning weight of a test file in the ranking by meaning, from 0 to 1
 * @param byCalls   weight of a test file in the ranking over calls, from 0 to 1
 */
record TestSources(boolean asked, double byWords, double byMeaning, double byCalls) {

    private static final Pattern ASKS = Pattern.compile("(?i)\\b(unit |integration )?tests?\\b|\\btested\\b|测试");
    private static final Pattern PATH = Pattern.compile(
            "(^|/)(tests?|__tests__|spec|testdata)/|(^|/)test_[^/]*\\.py$|[^/]_test\\.(go|py)$|[^/]Tests?\\.(java|kt|cs|php)$|[^/]_(test|"
                    + "spec)\\.(rb|cc|cpp|c|rs)$|\\.(test|spec)\\.[cm]?[jt]sx?$");

    static boolean isAskedFor(String query) {
        return ASKS.matcher(query).find();
    }

    double ofWords(String path) {
        return asked || !isTest(path) ? 1 : byWords;
    }

    double ofMeaning(String path) {
        return asked || !isTest(path) ? 1 : byMeaning;
    }

    double ofCalls(String path) {
        return asked || !isTest(path) ? 1 : byCalls;
    }

    static boolean isTest(String path) {
        return PATH.matcher(path).find();
    }
}
