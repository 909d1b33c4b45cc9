package dev.caravan.call.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a tool's definition says, for both rankings.
 *
 * @param terms   {term: weight}; a term in the name weighs more than one in a description
 * @param length  sum of the weights
 * @param passage text for the embedding model: name, title and the first sentence. Longer texts are found less well
 */
record ToolText(Map<String, Double> terms, double length, String passage) {

    private static final double NAME = 3;
    private static final double TITLE = 2;
    private static final double DESCRIPTION = 1;
    private static final double ARGUMENT = 1;
    private static final double ARGUMENT_DESCRIPTION = 0.3;
    private static final int LONGEST_TEXT = 4_000;
    private static final int LONGEST_SENTENCE = 160;
    private static final int LONGEST_TITLE = 160;
    private static final Pattern NAME_PARTS = Pattern.compile("[_-]|(?<=[a-z])(?=[A-Z])");
    private static final Pattern SENTENCES = Pattern.compile("(?<=\\.)\\s|(?<=。)");
    private static final int MOST_ARGUMENTS = 50;

    static ToolText of(JsonNode definition) {
        Map<String, Double> terms = new HashMap<>();
        String name = definition.path("name").asText();
        String title = definition.path("title").asText();
        String description = definition.path("description").asText();
        add(terms, name, NAME);
        add(terms, title, TITLE);
        add(terms, description, DESCRIPTION);
        int arguments = 0;
        for (Map.Entry<String, JsonNode> argument : definition.at("/inputSchema/properties").properties()) {
            if (arguments++ == MOST_ARGUMENTS) {
                break;
            }
            add(terms, argument.getKey(), ARGUMENT);
            add(terms, argument.getValue().path("description").asText(), ARGUMENT_DESCRIPTION);
        }
        return new ToolText(terms, terms.values().stream().mapToDouble(Double::doubleValue).sum(), passage(name, title, description));
    }

    private static String passage(String name, String title, String description) {
        String sentence = cut(SENTENCES.split(cut(description, LONGEST_TEXT), 2)[0], LONGEST_SENTENCE);
        return (NAME_PARTS.matcher(name).replaceAll(" ") + ": " + (title.isEmpty() ? "" : cut(title, LONGEST_TITLE) + ". ") + sentence).toLowerCase(Locale.ROOT);
    }

    private static void add(Map<String, Double> terms, String text, double weight) {
        List<String> found = TextTerms.of(cut(text, LONGEST_TEXT));
        found.forEach(term -> terms.merge(term, weight, Double::sum));
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest);
    }
}
