package dev.caravan.security;

import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The credentials of a request. They are never logged.
 *
 * @param text   key or token; null if there is none
 * @param isSane false if the header is malformed or repeated
 */
record Credentials(String text, boolean isSane) {

    static final String AUTHORIZATION = "Authorization";
    static final String API_KEY = "X-API-Key";

    private static final Credentials NONE = new Credentials(null, true);
    private static final Credentials MALFORMED = new Credentials(null, false);
    private static final String BEARER = "Bearer ";
    private static final int LONGEST = 16 * 1024;
    private static final String MARKS = "._~+/-=";

    /** Reads {@code Authorization: Bearer …}. Other schemes are ignored. */
    static Credentials bearer(RequestHeaders headers) {
        List<String> values = headers.values(AUTHORIZATION);
        if (values.isEmpty()) {
            return NONE;
        }
        String value = values.get(0);
        if (values.size() > 1) {
            return MALFORMED;
        }
        if (!value.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return value.strip().equalsIgnoreCase(BEARER.strip()) ? MALFORMED : NONE;
        }
        String token = value.substring(BEARER.length()).strip();
        return isToken(token) ? new Credentials(token, true) : MALFORMED;
    }

    /** Checks the syntax of RFC 6750, except for the position of {@code =}. It is a loop for speed, because every request passes it. */
    private static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || MARKS.indexOf(c) >= 0)) {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= LONGEST;
    }

    /** Reads {@code X-API-Key: …}, or else {@link #bearer}. */
    static Credentials key(RequestHeaders headers) {
        List<String> values = headers.values(API_KEY);
        if (values.isEmpty()) {
            return bearer(headers);
        }
        String key = values.get(0).strip();
        return values.size() == 1 && !key.isEmpty() && key.length() <= LONGEST ? new Credentials(key, true) : MALFORMED;
    }

    boolean isMissing() {
        return text == null && isSane;
    }

    byte[] sha256() {
        return DigestUtils.sha256(text);
    }

    @Override
    public String toString() {
        return text == null ? "none" : "…";
    }
}
