package dev.caravan.security;

import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The credentials on a request. They are never shown.
 *
 * @param text   what the caller knows; null: none was sent
 * @param isSane false: a header that can't be read as credentials, or several
 */
record Credentials(String text, boolean isSane) {

    static final HttpString API_KEY = new HttpString("X-API-Key");

    private static final Credentials NONE = new Credentials(null, true);
    private static final Credentials MALFORMED = new Credentials(null, false);
    private static final String BEARER = "Bearer ";
    private static final int LONGEST = 16 * 1024;
    private static final String MARKS = "._~+/-=";

    /** {@code Authorization: Bearer …}; another scheme is none of ours. */
    static Credentials bearer(HeaderMap headers) {
        HeaderValues values = headers.get(Headers.AUTHORIZATION);
        if (values == null) {
            return NONE;
        }
        String value = values.getFirst();
        if (values.size() > 1) {
            return MALFORMED;
        }
        if (!value.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return value.strip().equalsIgnoreCase(BEARER.strip()) ? MALFORMED : NONE;
        }
        String token = value.substring(BEARER.length()).strip();
        return isToken(token) ? new Credentials(token, true) : MALFORMED;
    }

    /** As RFC 6750 has it, but for where its {@code =} stand. A loop, since each request comes by. */
    private static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || MARKS.indexOf(c) >= 0)) {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= LONGEST;
    }

    /** {@code X-API-Key: …}, or else {@link #bearer}. */
    static Credentials key(HeaderMap headers) {
        HeaderValues values = headers.get(API_KEY);
        if (values == null) {
            return bearer(headers);
        }
        String key = values.getFirst().strip();
        return values.size() == 1 && !key.isEmpty() && key.length() <= LONGEST ? new Credentials(key, true) : MALFORMED;
    }

    boolean isMissing() {
        return text == null && isSane;
    }

    byte[] sha256() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return text == null ? "none" : "…";
    }
}
