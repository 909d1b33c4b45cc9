package dev.caravan.intelligence;

import java.util.regex.Pattern;

/**
 * Ranks documentation lower than code unless the query asks for it, since a manual reads more like a question than the code that it is
 * about.
 *
 * @param asked     whether the query asks for documentation; every file then has the weight 1
 * @param byWords   weight of documentation in the ranking by words, from 0 to 1
 * @param byMeaning weight of documentation in the ranking by meaning, from 0 to 1
 */
record Documentation(boolean asked, double byWords, double byMeaning) {

    private static final Pattern ASKS = Pattern.compile(
            "(?i)\\b(docs?|documentation|guides?|manuals?|readme|markdown|changelog)\\b|手册|指南|使用说明|(参考|帮助)文档");
    private static final Pattern PATH = Pattern.compile("(?i)\\.(md|markdown|mdx|rst|adoc|txt)$");

    static boolean isAskedFor(String query) {
        return ASKS.matcher(query).find();
    }

    double ofWords(String path) {
        return asked || !isDocumentation(path) ? 1 : byWords;
    }

    double ofMeaning(String path) {
        return asked || !isDocumentation(path) ? 1 : byMeaning;
    }

    private static boolean isDocumentation(String path) {
        return PATH.matcher(path).find();
    }
}
