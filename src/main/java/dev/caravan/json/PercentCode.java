package dev.caravan.json;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Percent-encodes texts for addresses (RFC 3986). */
public final class PercentCode {

    /** Reserved characters that can't end a query or begin another parameter. */
    public static final String RESERVED = ":/?@!$'()*,;=";

    private PercentCode() {
    }

    /** Encodes all characters but letters, digits and {@code -._~}. The result is one part of a path, or one name or value of a query. */
    public static String of(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }

    /** @param kept other characters that stay as they are; empty for none */
    public static String of(String text, String kept) {
        return kept.isEmpty() ? of(text) : Pattern.compile("[^\\Q" + kept + "\\E]+").matcher(text).replaceAll(part -> of(part.group()));
    }
}
