package dev.caravan.web;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Tag;

/** Text for reading out of what may be HTML. */
final class PlainText {

    /** What looks like a tag; {@code a < b} does not. */
    private static final Pattern TAG = Pattern.compile("<(?=/?([A-Za-z][A-Za-z0-9-]*)([^<>]*))");
    private static final Set<String> FOREIGN = Set.of("svg", "math");
    private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");

    private PlainText() {
    }

    /**
     * Without tags, comments, scripts and styles, with entities decoded and white space made one blank. Tags that HTML does not
     * know stay as they are: {@code List<String>} is text, unless they have attributes.
     *
     * @param most in code points; what is longer ends with an ellipsis
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
