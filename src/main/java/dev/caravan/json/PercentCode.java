package dev.caravan.json;

import java.nio.charset.StandardCharsets;

/** Percent-encodes texts for addresses (RFC 3986). */
public final class PercentCode {

    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    /** Reserved characters that can't end a query or begin another parameter. */
    public static final String RESERVED = ":/?@!$'()*,;=";

    private PercentCode() {
    }

    /** Encodes all characters but letters, digits and {@code -._~}. The result is one part of a path, or one name or value of a query. */
    public static String of(String text) {
        return of(text, "");
    }

    /** @param kept other ASCII characters that stay as they are */
    public static String of(String text, String kept) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (UNRESERVED.indexOf(c) >= 0 || kept.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return encoded.toString();
    }
}
