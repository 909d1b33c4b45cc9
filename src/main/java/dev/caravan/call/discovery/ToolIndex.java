package dev.caravan.call.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.retrieval.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The tools of one catalogue, prepared for searches. A search ranks them by words (BM25 over weighted terms) and by meaning (cosine of
 * vectors), and adds up both scores.
 */
final class ToolIndex {

    private static final double K1 = 1.2;
    private static final double B = 0.5;
    /** The share of words in the score. The test {@code ToolRanksTest} measures it. */
    private static final double WORDS = 0.5;

    /** The tools that have a term, and what the term counts in each: the more, the fewer tools have it. */
    private record Postings(int[] tools, double[] counts) {
    }

    private record Scored(int tool, double score) {
    }

    private final List<String> names;
    private final List<ToolText> texts;
    private final Map<String, Postings> terms = new HashMap<>();

    /** @param tools {name: text} */
    ToolIndex(Map<String, ToolText> tools) {
        this.names = List.copyOf(tools.keySet());
        this.texts = List.copyOf(tools.values());
        double average = texts.stream().mapToDouble(ToolText::length).average().orElse(1);
        Map<String, List<Integer>> having = new HashMap<>();
        for (int tool = 0; tool < texts.size(); tool++) {
            for (String term : texts.get(tool).terms().keySet()) {
                having.computeIfAbsent(term, any -> new ArrayList<>()).add(tool);
            }
        }
        having.forEach((term, with) -> terms.put(term, postings(term, with, average)));
    }

    private Postings postings(String term, List<Integer> with, double average) {
        double rarity = Math.log(1 + (texts.size() - with.size() + 0.5) / (with.size() + 0.5));
        double[] counts = new double[with.size()];
        for (int i = 0; i < counts.length; i++) {
            ToolText text = texts.get(with.get(i));
            double weight = text.terms().get(term);
            counts[i] = rarity * weight * (K1 + 1) / (weight + K1 * (1 - B + B * text.length() / average));
        }
        return new Postings(with.stream().mapToInt(Integer::intValue).toArray(), counts);
    }

    /** Returns the texts that the embedding model reads, in the order of the tools. */
    List<String> passages() {
        return texts.stream().map(ToolText::passage).toList();
    }

    /**
     * Returns the names of the best tools, best first; empty if nothing fits.
     *
     * @param concepts of the question, see {@link Synonyms#concepts}
     * @param question vector of the question; null ranks by words alone
     * @param vectors  of the tools, in their order; null where a vector is not known yet
     * @param noAnswer similarity below which a tool that shares no word with the question is no answer
     * @param among    tools that may be returned
     */
    List<String> best(List<Map<String, Double>> concepts, float[] question, float[][] vectors, double noAnswer, Predicate<String> among,
            int limit) {
        double[] words = words(concepts);
        double[] meaning = meaning(question, vectors);
        boolean[] in = new boolean[words.length];
        double mostWords = 0;
        double mostMeaning = 0;
        double leastMeaning = Double.MAX_VALUE;
        for (int i = 0; i < in.length; i++) {
            in[i] = among.test(names.get(i));
            if (in[i]) {
                mostWords = Math.max(mostWords, words[i]);
                mostMeaning = Math.max(mostMeaning, meaning[i]);
                leastMeaning = meaning[i] > 0 ? Math.min(leastMeaning, meaning[i]) : leastMeaning;
            }
        }
        List<Scored> scored = new ArrayList<>();
        for (int i = 0; i < in.length; i++) {
            if (in[i] && (words[i] > 0 || meaning[i] >= noAnswer)) {
                double near = meaning[i] <= 0 || mostMeaning <= leastMeaning ? 0
                        : (meaning[i] - leastMeaning) / (mostMeaning - leastMeaning);
                scored.add(new Scored(i, WORDS * (mostWords > 0 ? words[i] / mostWords : 0) + (1 - WORDS) * near));
            }
        }
        scored.sort(Comparator.comparingDouble(Scored::score).reversed().thenComparingInt(Scored::tool));
        return scored.stream().limit(limit).map(found -> names.get(found.tool())).toList();
    }

    private double[] words(List<Map<String, Double>> concepts) {
        double[] scores = new double[names.size()];
        double[] best = new double[scores.length];
        for (Map<String, Double> concept : concepts) {
            Arrays.fill(best, 0);
            concept.forEach((term, weight) -> {
                Postings postings = terms.get(term);
                for (int i = 0; postings != null && i < postings.tools().length; i++) {
                    int tool = postings.tools()[i];
                    best[tool] = Math.max(best[tool], weight * postings.counts()[i]);
                }
            });
            for (int i = 0; i < scores.length; i++) {
                scores[i] += best[i];
            }
        }
        return scores;
    }

    private static double[] meaning(float[] question, float[][] vectors) {
        double[] scores = new double[vectors.length];
        for (int i = 0; question != null && i < scores.length; i++) {
            scores[i] = vectors[i] == null || vectors[i].length != question.length ? 0 : Vector.dot(vectors[i], question);
        }
        return scores;
    }

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
                argument.getValue().path("enum").forEach(value -> add(terms, value.asText(), ARGUMENT_DESCRIPTION));
            }
            return new ToolText(terms, terms.values().stream().mapToDouble(Double::doubleValue).sum(), passage(name, title, description));
        }

        private static String passage(String name, String title, String description) {
            String sentence = cut(SENTENCES.split(cut(description, LONGEST_TEXT), 2)[0], LONGEST_SENTENCE);
            return (NAME_PARTS.matcher(name).replaceAll(" ") + ": " + (title.isEmpty() ? "" : cut(title, LONGEST_TITLE) + ". ") + sentence)
                    .toLowerCase(Locale.ROOT);
        }

        private static void add(Map<String, Double> terms, String text, double weight) {
            List<String> found = Synonyms.TextTerms.of(cut(text, LONGEST_TEXT));
            found.forEach(term -> terms.merge(term, weight, Double::sum));
        }

        private static String cut(String text, int longest) {
            return text.length() <= longest ? text : text.substring(0, longest);
        }
    }
}
