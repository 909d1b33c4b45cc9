package dev.caravan.tool.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a tool's definition says, for both rankings.
 *
 * @param terms   {term: weight}; a term in the name weighs more than one in a description
 * @param length  sum of the weights
 * @param passage text for the embedding model
 */
record ToolText(Map<String, Double> terms, double length, String passage) {

    private static final double NAME = 3;
    private static final double TITLE = 2;
    private static final double DESCRIPTION = 1;
    private static final double ARGUMENT = 1;
    private static final double ARGUMENT_DESCRIPTION = 0.3;
    private static final int LONGEST_TEXT = 4_000;
    private static final int LONGEST_PASSAGE = 600;
    private static final int MOST_ARGUMENTS = 50;

    static ToolText of(JsonNode definition) {
        Map<String, Double> terms = new HashMap<>();
        String name = definition.path("name").asText();
        String title = definition.path("title").asText();
        String description = definition.path("description").asText();
        add(terms, name, NAME);
        add(terms, title, TITLE);
        add(terms, description, DESCRIPTION);
        StringBuilder passage = new StringBuilder(name.replace('_', ' ')).append(". ").append(title).append(". ").append(cut(description, LONGEST_PASSAGE)).append(' ');
        int arguments = 0;
        for (Map.Entry<String, JsonNode> argument : definition.at("/inputSchema/properties").properties()) {
            if (arguments++ == MOST_ARGUMENTS) {
                break;
            }
            add(terms, argument.getKey(), ARGUMENT);
            add(terms, argument.getValue().path("description").asText(), ARGUMENT_DESCRIPTION);
            passage.append(argument.getKey()).append(' ');
        }
        return new ToolText(terms, terms.values().stream().mapToDouble(Double::doubleValue).sum(), cut(passage.toString(), LONGEST_PASSAGE));
    }

    private static void add(Map<String, Double> terms, String text, double weight) {
        List<String> found = TextTerms.of(cut(text, LONGEST_TEXT));
        found.forEach(term -> terms.merge(term, weight, Double::sum));
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest);
    }
}
