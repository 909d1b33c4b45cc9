package dev.caravan.graph;

import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts typed text to a query for a full-text index with the {@code cjk} analyzer. It keeps only letters and digits, in lower case, so the text
 * has no syntax. Latin words match with one typo or two, and by prefix. Chinese, Japanese and Korean match by pairs of characters; a single character
 * matches anywhere in a pair.
 *
 * @param whole     weight of a whole word; a word with a typo has the weight 1
 * @param beginning weight of the beginning of a word
 * @param twoTypos  number of letters from which a word may have two typos
 */
record TextQuery(int whole, int beginning, int twoTypos) {

    private static final Pattern WORD =
            Pattern.compile("(?<cjk>[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}]+)|[\\p{L}\\p{N}&&[^\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}]]+");
    private static final int MOST_WORDS = 32;
    private static final int LONGEST_WORD = 64;
    private static final int SHORTEST_WITH_TYPO = 3;

    /** Returns empty text if there are no words. */
    String of(String typed) {
        Matcher words = WORD.matcher(Normalizer.normalize(typed, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT));
        Set<String> clauses = new LinkedHashSet<>();
        while (clauses.size() < MOST_WORDS && words.find()) {
            String word = words.group();
            int length = word.codePointCount(0, word.length());
            if (length <= LONGEST_WORD) {
                clauses.add(words.group("cjk") != null ? cjk(word, length) : latin(word, length));
            }
        }
        return String.join(" ", clauses);
    }

    private String cjk(String word, int length) {
        return length == 1 ? "*" + word + "*" : "\"" + word + "\"^" + whole + " " + word;
    }

    private String latin(String word, int length) {
        String exact = word + "^" + whole + " " + word + "*";
        return length < SHORTEST_WITH_TYPO ? exact : exact + "^" + beginning + " " + word + (length < twoTypos ? "~1" : "~2");
    }
}
