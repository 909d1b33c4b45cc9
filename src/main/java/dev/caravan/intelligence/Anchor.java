package dev.caravan.intelligence;

import dev.caravan.intelligence.code.Symbol;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A definition that text search found, from which calls are followed.
 *
 * @param weight its relevance
 */
record Anchor(Symbol symbol, double weight) {

    private static final int MOST_NAMES = 5;
    private static final Pattern WORD = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$.]{2,}");
    /** Upper and lower case together, or an underscore, digit or dot between letters. */
    private static final Pattern IDENTIFIER = Pattern.compile(".*([a-z][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[A-Za-z]\\.[A-Za-z]|[A-Za-z][0-9]).*");

    /** Returns the names for CKB's question: words of the query that look like identifiers, then the anchors; without both, any words of the query. */
    static List<String> names(List<Anchor> anchors, String query) {
        Set<String> names = new LinkedHashSet<>();
        List<String> words = new ArrayList<>();
        for (Matcher word = WORD.matcher(query); word.find(); ) {
            String name = word.group().replaceAll("\\.+$", "");
            words.add(name);
            if (IDENTIFIER.matcher(name).matches()) {
                names.add(name);
            }
        }
        anchors.forEach(anchor -> names.add(anchor.symbol().qualified()));
        if (anchors.isEmpty()) {
            names.addAll(words);
        }
        return names.stream().limit(MOST_NAMES).toList();
    }
}
