package dev.caravan.call.resource;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A media type of a definition (RFC 9110, section 8.3.1).
 *
 * @param text    type with its parameters, for example {@code text/html;profile=mcp-app}
 * @param textual whether the content is text and not bytes, by the rule of Camel's component
 * @param json    whether the subtype ends in json
 */
record MimeType(String text, boolean textual, boolean json) {

    /** The space that Camel makes of a plus sign in an option such as {@code image/svg+xml}. No type contains a space there. */
    private static final Pattern LOST_PLUS = Pattern.compile("(?<=\\w) (?=\\w)");
    private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
    private static final Pattern FORM = Pattern.compile(
            "(" + TOKEN + ")/(" + TOKEN + ")(?:\\s*;\\s*" + TOKEN + "=(?:" + TOKEN + "|\"[^\"\\\\]*\"))*");

    /** @throws IllegalArgumentException if the text isn't a media type */
    static MimeType of(String option) {
        String text = LOST_PLUS.matcher(option).replaceAll("+");
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("mimeType '" + option + "' must be type/subtype, optionally with ;name=value");
        }
        String type = form.group(1).toLowerCase(Locale.ROOT);
        String subtype = form.group(2).toLowerCase(Locale.ROOT);
        boolean json = subtype.endsWith("json");
        return new MimeType(text, json || type.equals("text") || subtype.endsWith("xml") || subtype.endsWith("yaml"), json);
    }
}
