package dev.caravan.web;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Tag;

/** Makes readable text from text that may be HTML. */
final class PlainText {

    /** Text that looks like a tag; {@code a < b} does not. */
    private static final Pattern TAG = Pattern.compile("<(?=/?([A-Za-z][A-Za-z0-9-]*)([^<>]*))");
    private static final Set<String> FOREIGN = Set.of("svg", "math");
    /** A title or snippet is much shorter. The parser needs more than linear time for deeply nested tags. */
    private static final int LONGEST = 20_000;
    private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");

    private PlainText() {
    }

    /**
     * Removes tags, comments, scripts and styles, decodes entities, and reduces white space to single blanks. Unknown tags without
     * attributes stay: {@code List<String>} is text.
     *
     * @param most maximum length in code points; longer text ends with an ellipsis
     */
    static String of(String html, int most) {
        if (html == null) {
            return "";
        }
        boolean isTorn = html.length() > LONGEST && Character.isHighSurrogate(html.charAt(LONGEST - 1));
        String part = html.substring(0, Math.min(html.length(), isTorn ? LONGEST - 1 : LONGEST));
        String text = part.indexOf('<') < 0 && part.indexOf('&') < 0 ? part : strip(part);
        text = SPACE.matcher(text).replaceAll(" ").strip();
        int length = text.codePointCount(0, text.length());
        return length <= most ? text : text.substring(0, text.offsetByCodePoints(0, most - 1)).stripTrailing() + "…";
    }

    private static String strip(String html) {
        String known = TAG.matcher(html).replaceAll(tag -> isMarkup(tag.group(1).toLowerCase(Locale.ROOT), tag.group(2)) ? "<" : "&lt;");
        Document document = Jsoup.parseBodyFragment(known);
        for (Element hidden : document.select("script, style, template, noscript, iframe, textarea, title")) {
            hidden.remove();
        }
        return document.text();
    }

    private static boolean isMarkup(String name, String rest) {
        return Tag.isKnownTag(name) || FOREIGN.contains(name) || name.contains("-") || rest.contains("=");
    }
}
