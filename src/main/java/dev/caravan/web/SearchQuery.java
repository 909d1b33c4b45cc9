package dev.caravan.web;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A query in the form for services.
 *
 * @param text        normalized Unicode with single blanks
 * @param language    {@code all}, {@code auto}, or a language with or without region, such as {@code zh-CN}
 * @param recencyDays maximum age in days; 0 for any age
 */
record SearchQuery(String text, String language, int recencyDays) {

    private static final Pattern LANGUAGE = Pattern.compile("([A-Za-z]{2,3})(?:[-_](Hans|Hant))?(?:[-_]([A-Za-z]{2}))?(?:[-_].*)?", Pattern.CASE_INSENSITIVE);

    static SearchQuery of(Map<String, Object> arguments, String defaultLanguage) {
        String text = Normalizer.normalize((String) arguments.get("query"), Normalizer.Form.NFC).strip().replaceAll("[\\s\\p{Z}]+", " ");
        Object language = arguments.getOrDefault("language", defaultLanguage);
        return new SearchQuery(text, language(String.valueOf(language)), ((Number) arguments.getOrDefault("recencyDays", 0)).intValue());
    }

    /** Returns SearXNG's name for the time range that covers {@code recencyDays}; null without a limit. */
    String timeRange() {
        if (recencyDays == 0) {
            return null;
        }
        return recencyDays <= 1 ? "day" : recencyDays <= 7 ? "week" : recencyDays <= 30 ? "month" : "year";
    }

    /** SearXNG has languages and regions, but no scripts. Each of the two Chinese scripts becomes a region. */
    private static String language(String tag) {
        if (tag.equalsIgnoreCase("all") || tag.equalsIgnoreCase("auto")) {
            return tag.toLowerCase(Locale.ROOT);
        }
        Matcher parts = LANGUAGE.matcher(tag);
        if (!parts.matches()) {
            return "all";
        }
        String language = parts.group(1).toLowerCase(Locale.ROOT);
        String region = parts.group(3);
        if (region == null && parts.group(2) != null) {
            region = parts.group(2).equalsIgnoreCase("hant") ? "TW" : "CN";
        }
        return region == null ? language : language + "-" + region.toUpperCase(Locale.ROOT);
    }
}
