package dev.caravan.openapi;

import java.nio.charset.StandardCharsets;

/** Percent-encodes texts for addresses (RFC 3986). */
final class PercentCode {

    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    /** Reserved characters that can't end a query or begin another parameter. */
    private static final String RESERVED = ":/?@!$'()*,;=";

    private PercentCode() {
    }

    /** @param reserved whether reserved characters stay, except those that separate parameters */
    static String of(String text, boolean reserved) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (UNRESERVED.indexOf(c) >= 0 || reserved && RESERVED.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16))).append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return encoded.toString();
    }
}
