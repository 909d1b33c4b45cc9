package dev.caravan.intelligence;

import java.util.regex.Pattern;

/**
 * Ranks test files lower than other files unless the query asks for tests, since tests read much like the code that they test.
 *
 * @param asked whether the query asks for tests
 */
record TestSources(boolean asked) {

    private static final double BY_WORDS = 0.6;
    private static final double BY_MEANING = 0.9;
    private static final double BY_CALLS = 0.2;
    private static final Pattern ASKS = Pattern.compile("(?i)\\b(unit |integration )?tests?\\b|\\btested\\b|测试");
    private static final Pattern PATH = Pattern.compile("(^|/)(tests?|__tests__|spec|testdata)/|(^|/)test_[^/]*\\.py$|[^/]_test\\.(go|py)$|[^/]Tests?\\.java$|\\.(test|spec)\\.[cm]?[jt]sx?$");

    static TestSources forQuery(String query) {
        return new TestSources(ASKS.matcher(query).find());
    }

    double ofWords(String path) {
        return asked || !isTest(path) ? 1 : BY_WORDS;
    }

    double ofMeaning(String path) {
        return asked || !isTest(path) ? 1 : BY_MEANING;
    }

    double ofCalls(String path) {
        return asked || !isTest(path) ? 1 : BY_CALLS;
    }

    static boolean isTest(String path) {
        return PATH.matcher(path).find();
    }
}
