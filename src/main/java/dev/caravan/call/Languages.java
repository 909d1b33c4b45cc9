package dev.caravan.call;

import java.util.Comparator;
import java.util.Locale;

/** Chooses the language of messages: Chinese if the caller prefers zh, else English (contracts, section 2). */
final class Languages {

    private Languages() {
    }

    /** @param accept an {@code Accept-Language} header or a language tag; null means English */
    static Locale preferred(String accept) {
        if (accept == null || accept.isBlank() || accept.length() > 256) {
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
}
