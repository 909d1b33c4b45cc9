package dev.caravan.intelligence;

import java.util.regex.Pattern;

/**
 * Ranks test files or documentation lower than code unless the query asks for them: tests read much like the code that they test, and a
 * manual reads more like a question than the code that it is about.
 *
 * @param asked     whether the query asks for these files; every file then has the weight 1
 * @param paths     of these files
 * @param byWords   weight of such a file in the ranking by words, from 0 to 1
 * @param byMeaning weight of such a file in the ranking by meaning, from 0 to 1
 * @param byCalls   weight of such a file in the ranking over calls, from 0 to 1
 */
record LesserFiles(boolean asked, Pattern paths, double byWords, double byMeaning, double byCalls) {

    private static final Pattern ASKS_FOR_TESTS = Pattern.compile("(?i)\\b(unit |integration )?tests?\\b|\\btested\\b|测试");
    private static final Pattern TESTS = Pattern.compile(
            "(^|/)(tests?|__tests__|spec|testdata)/|(^|/)test_[^/]*\\.py$|[^/]_test\\.(go|py)$|[^/]Tests?\\.(java|kt|cs|php)$|[^/]_(test|"
                    + "spec)\\.(rb|cc|cpp|c|rs)$|\\.(test|spec)\\.[cm]?[jt]sx?$");
    private static final Pattern ASKS_FOR_DOCUMENTATION = Pattern.compile(
            "(?i)\\b(docs?|documentation|guides?|manuals?|readme|markdown|changelog)\\b|手册|指南|使用说明|(参考|帮助)文档");
    private static final Pattern DOCUMENTATION = Pattern.compile("(?i)\\.(md|markdown|mdx|rst|adoc|txt)$");

    static LesserFiles tests(String query, double byWords, double byMeaning, double byCalls) {
        return new LesserFiles(ASKS_FOR_TESTS.matcher(query).find(), TESTS, byWords, byMeaning, byCalls);
    }

    static LesserFiles documentation(String query, double byWords, double byMeaning) {
        return new LesserFiles(ASKS_FOR_DOCUMENTATION.matcher(query).find(), DOCUMENTATION, byWords, byMeaning, 1);
    }

    /** @param lower one of the weights */
    double weight(String path, double lower) {
        return asked || !paths.matcher(path).find() ? 1 : lower;
    }
}
