package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Shortens the descriptions of one list of tools, so that no long sentence is in it twice. A shortened description names the tool that has the sentence. */
final class SaidOnce {

    private static final String DESCRIPTION = "description";
    private static final Pattern BETWEEN = Pattern.compile("(?<=\\.)\\s+(?=[\\p{Lu}\"])");
    /** A shorter sentence costs no more than the name of another tool. */
    private static final int SHORTEST = 60;

    /** {sentence: argument and tool that have it}. */
    private final Map<String, String> said = new HashMap<>();

    /**
     * Returns the description of a tool that takes the same arguments as an earlier one: that it is like the other, for which product or name, and the
     * sentences that differ in more than these.
     */
    static String like(ObjectNode tool, ObjectNode first) {
        Map<String, String> renamed = new LinkedHashMap<>();
        String product = different(first.path("title").asText(), tool.path("title").asText(), " ", renamed);
        String name = different(first.path("name").asText(), tool.path("name").asText(), "_", renamed);
        List<String> sentences = new ArrayList<>(sentences(tool));
        sentences(first).forEach(sentence -> sentences.remove(replaced(sentence, renamed)));
        String what = product.isEmpty() || name.equalsIgnoreCase(product) ? product : product + " (" + name + ")";
        sentences.add(0, "Like " + first.path("name").asText() + (what.isEmpty() && name.isEmpty() ? "" : ", but for " + (what.isEmpty() ? name : what)) + ".");
        return String.join(" ", sentences);
    }

    /** Returns the part of the second text in which the two differ, and adds {part of the first: part of the second}; empty if there is none. */
    private static String different(String first, String second, String separator, Map<String, String> renamed) {
        List<String> one = Arrays.asList(first.split(separator));
        List<String> other = Arrays.asList(second.split(separator));
        int from = 0;
        while (from < Math.min(one.size(), other.size()) && one.get(from).equals(other.get(from))) {
            from++;
        }
        int same = 0;
        while (same < Math.min(one.size(), other.size()) - from && one.get(one.size() - 1 - same).equals(other.get(other.size() - 1 - same))) {
            same++;
        }
        String before = String.join(separator, one.subList(from, one.size() - same));
        String after = String.join(separator, other.subList(from, other.size() - same));
        if (!before.isEmpty()) {
            renamed.put(before, after);
        }
        return after;
    }

    private static String replaced(String sentence, Map<String, String> renamed) {
        String replaced = sentence;
        for (Map.Entry<String, String> name : renamed.entrySet()) {
            replaced = replaced.replaceAll("(?<![\\p{L}\\p{N}_-])" + Pattern.quote(name.getKey()) + "(?![\\p{L}\\p{N}_-])", Matcher.quoteReplacement(name.getValue()));
        }
        return replaced;
    }

    private static List<String> sentences(JsonNode node) {
        return Arrays.asList(BETWEEN.split(node.path(DESCRIPTION).asText()));
    }

    /** Replaces long sentences of the arguments that an earlier argument has. Changes the schema. */
    void shorten(String tool, ObjectNode schema) {
        schema.path("properties").properties().forEach(property -> {
            if (property.getValue() instanceof ObjectNode argument) {
                shorten(tool, property.getKey(), argument);
            }
        });
        if (schema.path("items") instanceof ObjectNode items) {
            shorten(tool, items);
        }
    }

    private void shorten(String tool, String name, ObjectNode argument) {
        List<String> own = new ArrayList<>();
        String earlier = said(sentences(argument), name + " of " + tool, own);
        if (earlier != null) {
            argument.put(DESCRIPTION, own.isEmpty() ? "As " + earlier : ended(own) + " Otherwise as " + earlier);
        }
        shorten(tool, argument);
    }

    /** Returns the description of a tool without the long sentences that an earlier tool has. */
    String described(String tool, String description) {
        List<String> own = new ArrayList<>();
        String earlier = said(List.of(BETWEEN.split(description)), tool, own);
        return earlier == null ? description : own.isEmpty() ? "Like " + earlier + "." : ended(own) + " See " + earlier + ".";
    }

    /**
     * Finds the sentences that were said before.
     *
     * @param by  who says the sentences now
     * @param own gets the other sentences
     * @return who said the long ones; null if there are none
     */
    private String said(List<String> sentences, String by, List<String> own) {
        Set<String> earlier = new LinkedHashSet<>();
        sentences.stream().filter(sentence -> sentence.length() >= SHORTEST && said.containsKey(sentence)).forEach(sentence -> earlier.add(said.get(sentence)));
        for (String sentence : sentences) {
            if (!earlier.contains(said.getOrDefault(sentence, by))) {
                own.add(sentence);
            }
            said.putIfAbsent(sentence, by);
        }
        return earlier.isEmpty() ? null : String.join(" and ", earlier);
    }

    private static String ended(List<String> sentences) {
        String text = String.join(" ", sentences);
        return text.endsWith(".") ? text : text + ".";
    }
}
