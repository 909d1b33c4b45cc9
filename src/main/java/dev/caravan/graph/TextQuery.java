package dev.caravan.graph;

import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What somebody typed, as a query for a full-text index with the {@code cjk} analyzer. Only letters and digits get through,
 * in small letters, so nothing of it is syntax. Latin words are found with a typo or two and by their beginning; Chinese, Japanese
 * and Korean by pairs of characters, a single one anywhere in a pair.
 *
 * @param whole     how much a whole word counts; a word with a typo counts 1
 * @param beginning how much the beginning of a word counts
 * @param twoTypos  from how many letters on a word may have two typos
 */
record TextQuery(int whole, int beginning, int twoTypos) {

    private static final Pattern WORD =
            Pattern.compile("(?<cjk>[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}]+)|[\\p{L}\\p{N}&&[^\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}]]+");
    private static final int MOST_WORDS = 32;
    private static final int LONGEST_WORD = 64;
    private static final int SHORTEST_WITH_TYPO = 3;

    /** Empty if there is nothing to look for. */
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
