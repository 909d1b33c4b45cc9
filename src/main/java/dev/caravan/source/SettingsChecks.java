package dev.caravan.source;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Checks that the settings of servers and of APIs share. Each throws {@link IllegalArgumentException} with the setting and the reason. */
public final class SettingsChecks {

    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x08\\x0a-\\x1f\\x7f]");
    private static final Pattern TAG = Pattern.compile("[^,&?#%{}]+");
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_.-]{0,40}");

    private SettingsChecks() {
    }

    /** Whether a request can have a header or cookie of this name. */
    public static boolean isHeader(String name) {
        return HEADER.matcher(name).matches() && !name.regionMatches(true, 0, "camel", 0, 5);
    }

    /** Returns a map of texts, empty for null, with an empty text for each null in it. */
    public static Map<String, String> texts(Map<String, String> given) {
        Map<String, String> texts = new LinkedHashMap<>(given == null ? Map.of() : given);
        texts.replaceAll((name, value) -> value == null ? "" : value);
        return texts;
    }

    /** Checks headers of each request. */
    public static void headers(Map<String, String> headers) {
        headers.keySet().forEach(name -> require(isHeader(name), "headers: " + name + " is not the name of a header"));
        values("headers", headers);
    }

    /** Checks values of headers. A line break would begin another header, or another request. */
    public static void values(String key, Map<String, String> values) {
        values.forEach((name, value) -> require(!CONTROL.matcher(value).find(),
                key + ": the value of " + name + " must not contain line breaks or other control characters"));
    }

    /** Checks tags of tools. A tag becomes part of an endpoint's address in a route, where other characters would add placeholders. */
    public static void tags(List<String> tags) {
        tags.forEach(tag -> require(tag != null && TAG.matcher(tag).matches(),
                "tags: a tag must not be empty or contain , & ? # % { or }, got " + tag));
    }

    /** Checks what is offered of a source. */
    public static void exposed(String prefix, int maxTools) {
        require(PREFIX.matcher(prefix).matches(), "expose.prefix must be at most 40 of A-Z a-z 0-9 _ . -, not " + prefix);
        require(maxTools >= 1, "expose.max-tools must be at least 1");
    }

    /** @throws IllegalArgumentException with the reason, if the settings don't fit */
    public static void require(boolean fits, String reason) {
        if (!fits) {
            throw new IllegalArgumentException(reason);
        }
    }
}
