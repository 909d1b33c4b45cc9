package dev.caravan.resource;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A media type as the definition gives it (RFC 9110, section 8.3.1).
 *
 * @param text    with its parameters, for example {@code text/html;profile=mcp-app}
 * @param textual read as text rather than bytes: the rule of Camel's component
 * @param json    a subtype that ends in json
 */
record MimeType(String text, boolean textual, boolean json) {

    /** Camel takes a plus sign in an option for a space, which no type has there: {@code image/svg+xml}. */
    private static final Pattern LOST_PLUS = Pattern.compile("(?<=\\w) (?=\\w)");
    private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
    private static final Pattern FORM = Pattern.compile(
            "(" + TOKEN + ")/(" + TOKEN + ")(?:\\s*;\\s*" + TOKEN + "=(?:" + TOKEN + "|\"[^\"\\\\]*\"))*");

    /** @throws IllegalArgumentException if it is none */
    static MimeType of(String option) {
        String text = LOST_PLUS.matcher(option).replaceAll("+");
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("mimeType '" + option + "' must be type/subtype, with ;name=value if need be");
        }
        String type = form.group(1).toLowerCase(Locale.ROOT);
        String subtype = form.group(2).toLowerCase(Locale.ROOT);
        boolean json = subtype.endsWith("json");
        return new MimeType(text, json || type.equals("text") || subtype.endsWith("xml") || subtype.endsWith("yaml"), json);
    }
}
