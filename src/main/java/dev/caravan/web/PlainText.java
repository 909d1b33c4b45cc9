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
    private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");

    private PlainText() {
    }

    /**
     * Removes tags, comments, scripts and styles, decodes entities, and reduces white space to single blanks. Unknown tags without attributes stay:
     * {@code List<String>} is text.
     *
     * @param most maximum length in code points; longer text ends with an ellipsis
     */
    static String of(String html, int most) {
        if (html == null) {
            return "";
        }
        String text = html.indexOf('<') < 0 && html.indexOf('&') < 0 ? html : strip(html);
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
