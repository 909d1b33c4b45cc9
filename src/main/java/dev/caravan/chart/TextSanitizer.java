package dev.caravan.chart;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.json.JsonMappers;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Cleans the texts of one chart: names, categories, title and unit. Any JSON value becomes text that a picture can contain, without control
 * characters, which are not allowed in SVG, and without halves of surrogate pairs.
 */
final class TextSanitizer {

    /** Replaces a missing or blank name: ECharts takes an empty name for a line break in the legend. */
    static final String BLANK = "–";

    /**
     * Names that every JavaScript object inherits. ECharts and its renderer keep widths, colours and selections by name in plain objects.
     * There {@code __proto__} as a label would change the prototype of all objects.
     */
    private static final Set<String> INHERITED = Set.of("__proto__", "constructor", "toString", "toLocaleString", "valueOf",
            "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "__defineGetter__", "__defineSetter__", "__lookupGetter__",
            "__lookupSetter__");
    private static final String ZERO_WIDTH_SPACE = "\u200b";

    private static final ObjectMapper JSON = JsonMappers.normal();
    private static final Pattern TEMPLATE = Pattern.compile("\\{|\\$[$&`']");
    private static final int LONGEST_SHOWN = 64;
    private static final int LONGEST_JSON = 200;
    private static final int MOST_ZEROES = 20;

    private final Corrections corrections;
    private boolean templateLike;

    TextSanitizer(Corrections corrections) {
        this.corrections = corrections;
    }

    /** Returns the value as text; empty for null. */
    String text(Object value, String field, int of) {
        if (value instanceof String text) {
            return clean(text);
        }
        if (value instanceof Map<?, ?> || value instanceof Collection<?>) {
            corrections.count("chart.notText", of, field, value);
            return clean(cut(json(value), LONGEST_JSON));
        }
        return plain(value);
    }

    /** Returns the value as a name in a legend: {@value #BLANK} if it is missing or blank. */
    String name(Object value, String field, int of) {
        String text = text(value, field, of);
        if (text.isBlank()) {
            corrections.count("chart.blank", of, field, "");
            return BLANK;
        }
        return text;
    }

    /** Returns a title, which may have several lines. */
    String title(String text) {
        return text == null || text.isBlank() ? "" : text.strip().lines().map(line -> clean(line)).collect(Collectors.joining("\n"));
    }

    /** Whether any text of the chart looks like an ECharts template. */
    boolean templateLike() {
        return templateLike;
    }

    static boolean isTemplateLike(String text) {
        return TEMPLATE.matcher(text).find();
    }

    private String clean(String text) {
        templateLike = templateLike || isTemplateLike(text);
        StringBuilder cleaned = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char fit = fitting(text, i);
            if (fit != c) {
                if (cleaned == null) {
                    cleaned = new StringBuilder(text);
                }
                cleaned.setCharAt(i, fit);
            }
        }
        if (cleaned == null) {
            return INHERITED.contains(text) ? apart(text) : text;
        }
        corrections.say("chart.controls", "", "");
        return cleaned.toString();
    }

    private String apart(String text) {
        corrections.say("chart.inherited", text, "");
        return text + ZERO_WIDTH_SPACE;
    }

    private static char fitting(String text, int at) {
        char c = text.charAt(at);
        if (c < ' ' || c == '\u2028' || c == '\u2029' || c >= '\u007f' && c <= '\u009f') {
            return ' ';
        }
        if (c < '\ud800') {
            return c;
        }
        boolean half = Character.isHighSurrogate(c) ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
                : Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
        return half || c >= '\ufffe' ? '\ufffd' : c;
    }

    private static String plain(Object value) {
        if (value instanceof BigDecimal decimal) {
            BigDecimal shortest = decimal.stripTrailingZeros();
            return Math.abs((long) shortest.scale()) <= MOST_ZEROES ? shortest.toPlainString() : shortest.toString();
        }
        return value == null ? "" : value.toString();
    }

    private static String json(Object value) {
        return JsonMappers.text(JSON, value);
    }

    /** Returns a caller's value for a message: one short line. */
    static String shown(Object value) {
        String text = value instanceof Map<?, ?> || value instanceof Collection<?> ? json(value) : plain(value);
        StringBuilder line = new StringBuilder(cut(text, LONGEST_SHOWN));
        for (int i = 0; i < line.length(); i++) {
            line.setCharAt(i, fitting(line.toString(), i));
        }
        return line.toString();
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest || text.codePointCount(0, text.length()) <= longest
                ? text : text.substring(0, text.offsetByCodePoints(0, longest)) + "…";
    }

    /** Returns the approximate width of the text in ECharts' 12 pixel font, in pixels. */
    static int width(String text) {
        int width = 0;
        for (int i = 0; i < text.length() && width < 10_000; i++) {
            width += text.charAt(i) < '\u1100' ? 7 : 12;
        }
        return width;
    }
}
