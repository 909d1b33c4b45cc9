package dev.caravan.intelligence.files;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits source code, and questions about it, into words for keyword search. Documents and queries must be split alike. */
public final class Identifiers {

    private static final int LONGEST = 100;
    private static final String IDEOGRAPHS = "\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}\u30fc";
    /** Identifiers with or without underscores and hyphens. */
    private static final Pattern WRITTEN = Pattern.compile(
            "[\\p{L}\\p{M}\\p{N}&&[^" + IDEOGRAPHS + "]]+(?:[_$-]+[\\p{L}\\p{M}\\p{N}&&[^" + IDEOGRAPHS + "]]+)*|[" + IDEOGRAPHS + "]+");
    /** Parts: {@code IDs}; {@code URL} before {@code Parser}; {@code Parser}; {@code 2}; letters without case. */
    private static final Pattern PART = Pattern.compile(
            "\\p{Lu}{2,}s(?!\\p{Ll})|\\p{Lu}+(?!\\p{Ll})|\\p{Lu}?[\\p{Ll}\\p{M}]+|\\p{N}+|[\\p{L}\\p{M}&&[^\\p{Lu}\\p{Ll}]]+|\\p{L}");

    private Identifiers() {
    }

    /**
     * Splits {@code findByTopicURL2} into find, by, topic, url, 2 and findbytopicurl2, and {@code find_by_topic_url_2} into the same.
     * Chinese, Japanese and Korean text stays as it is. The words keep the order of the text, and repetitions.
     */
    public static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        for (Matcher written = WRITTEN.matcher(Normalizer.normalize(text, Normalizer.Form.NFKC)); written.find(); ) {
            List<String> parts = parts(written.group());
            words.addAll(parts);
            String whole = String.join("", parts);
            if (parts.size() > 1 && whole.length() <= LONGEST) {
                words.add(whole);
            }
        }
        return words;
    }

    /** Returns the parts of one identifier in lower case. */
    static List<String> parts(String identifier) {
        return PART.matcher(identifier).results().map(part -> part.group().toLowerCase(Locale.ROOT)).toList();
    }
}
