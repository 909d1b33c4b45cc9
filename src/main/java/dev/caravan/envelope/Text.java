package dev.caravan.envelope;

import java.text.MessageFormat;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;

/**
 * A message in the caller's language: a key of {@code messages.properties} with its arguments, or a fixed text.
 *
 * @param words the fixed text; null if there is a key
 */
public record Text(String key, Object[] arguments, String words) {

    private static final int LONGEST_LANGUAGE = 256;

    /** Creates the message of a key. Arguments are inserted as text, numbers without grouping, other messages in the same language. */
    public static Text of(String key, Object... arguments) {
        return new Text(key,
                Arrays.stream(arguments).map(argument -> argument instanceof Text ? argument : String.valueOf(argument)).toArray(), null);
    }

    /** Creates a fixed text, the same in every language. */
    public static Text words(String words) {
        return new Text(null, new Object[0], words);
    }

    /** Returns what an exception says to the caller, in the caller's language if it knows it. */
    public static Text of(Exception exception) {
        return exception instanceof ToolException known ? known.text() : words(exception.getMessage());
    }

    /**
     * Returns Chinese if the caller prefers zh, else English (contracts, section 2).
     *
     * @param accept an {@code Accept-Language} header or a language tag; null means English
     */
    public static Locale locale(String accept) {
        if (accept == null || accept.isBlank() || accept.length() > LONGEST_LANGUAGE) {
            return Locale.ENGLISH;
        }
        try {
            return Locale.LanguageRange.parse(accept).stream()
                    .max(Comparator.comparingDouble(Locale.LanguageRange::getWeight))
                    .filter(range -> range.getRange().equals("zh") || range.getRange().startsWith("zh-"))
                    .map(range -> Locale.CHINESE)
                    .orElse(Locale.ENGLISH);
        } catch (IllegalArgumentException malformed) {
            return Locale.ENGLISH;
        }
    }

    /** Returns the message in this language. */
    public String in(Locale locale) {
        if (key == null) {
            return words;
        }
        try {
            String pattern = ResourceBundle.getBundle("messages", locale,
                    ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES)).getString(key);
            Object[] words = Arrays.stream(arguments).map(argument -> argument instanceof Text text ? text.in(locale) : argument).toArray();
            return new MessageFormat(pattern, Locale.ROOT).format(words);
        } catch (MissingResourceException e) {
            return key + Arrays.toString(arguments);
        }
    }

    @Override
    public String toString() {
        return in(Locale.ENGLISH);
    }
}
