package dev.caravan.intelligence.files;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words of source code and of questions about it, for keyword search; documents and queries have to be split alike. */
public final class Identifiers {

    private static final int LONGEST = 100;
    private static final String IDEOGRAPHS = "\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}\u30fc";
    /** Written together with underscores or hyphens between, or without. */
    private static final Pattern WRITTEN = Pattern.compile("[\\p{L}\\p{M}\\p{N}&&[^" + IDEOGRAPHS + "]]+(?:[_$-]+[\\p{L}\\p{M}\\p{N}&&[^" + IDEOGRAPHS + "]]+)*|[" + IDEOGRAPHS + "]+");
    /** {@code IDs}; {@code URL} before {@code Parser}; {@code Parser}; {@code 2}; letters that have no case. */
    private static final Pattern PART = Pattern.compile("\\p{Lu}{2,}s(?!\\p{Ll})|\\p{Lu}+(?!\\p{Ll})|\\p{Lu}?[\\p{Ll}\\p{M}]+|\\p{N}+|[\\p{L}\\p{M}&&[^\\p{Lu}\\p{Ll}]]+|\\p{L}");

    private Identifiers() {
    }

    /**
     * {@code findByTopicURL2} is find, by, topic, url, 2 and findbytopicurl2, as {@code find_by_topic_url_2} is; Chinese,
     * Japanese and Korean stay as they are. In the order of the text, and as often as they stand there.
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

    /** Of one identifier, in small letters. */
    static List<String> parts(String identifier) {
        return PART.matcher(identifier).results().map(part -> part.group().toLowerCase(Locale.ROOT)).toList();
    }
}
