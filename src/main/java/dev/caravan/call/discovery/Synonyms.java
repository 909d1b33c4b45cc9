package dev.caravan.call.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns a question into concepts: a term and the terms that mean the same, from {@code synonyms.txt}. Chinese words lead to English terms,
 * because most definitions of tools are in English.
 */
final class Synonyms {

    private static final double SAME_MEANING = 0.7;
    private static final String COMMENT = "#";

    /** {term: terms of its groups}. */
    private final Map<String, List<String>> groups = new HashMap<>();
    /** {Chinese word: terms}, the longest word first. */
    private final Map<String, List<String>> chinese = new LinkedHashMap<>();

    Synonyms() {
        try (InputStream in = Synonyms.class.getResourceAsStream("synonyms.txt")) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank() && !line.startsWith(COMMENT))
                    .forEach(this::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String line) {
        List<String> terms = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (String word : line.strip().split("\\s+")) {
            if (Character.UnicodeScript.of(word.codePointAt(0)) == Character.UnicodeScript.HAN) {
                words.add(word);
            } else {
                terms.add(TextTerms.stem(word));
            }
        }
        terms.forEach(term -> groups.computeIfAbsent(term, any -> new ArrayList<>()).addAll(terms));
        words.forEach(word -> chinese.computeIfAbsent(word, any -> new ArrayList<>()).addAll(terms));
    }

    /** Returns the concepts of a question. Each is {term: weight}; a tool counts for a concept what its best term counts. */
    List<Map<String, Double>> concepts(String question) {
        Map<String, Map<String, Double>> concepts = new LinkedHashMap<>();
        for (String term : TextTerms.of(question)) {
            concepts.computeIfAbsent(term, own -> {
                Map<String, Double> weights = new HashMap<>();
                groups.getOrDefault(own, List.of()).forEach(other -> weights.put(other, SAME_MEANING));
                weights.put(own, 1.0);
                return weights;
            });
        }
        String rest = question;
        for (String word : chinese.keySet().stream().filter(question::contains).sorted(Comparator.comparing(String::length).reversed())
                .toList()) {
            if (rest.contains(word)) {
                rest = rest.replace(word, " ");
                Map<String, Double> weights = new HashMap<>();
                chinese.get(word).forEach(term -> weights.put(term, 1.0));
                concepts.put(word, weights);
            }
        }
        return List.copyOf(concepts.values());
    }

    /**
     * Splits text into terms. Names such as {@code listPullRequests} and {@code db_query_mysql} are split into their words, English words
     * lose their endings, and Chinese text becomes pairs of characters.
     */
    static final class TextTerms {

        private static final Pattern HUMP = Pattern.compile("(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");
        private static final Pattern RUN = Pattern.compile("(\\p{IsHan}+)|([\\p{L}\\p{N}&&[^\\p{IsHan}]]+)");
        private static final int SHORTEST_STEM = 3;

        /** Words that say nothing about a tool. */
        private static final Set<String> EMPTY = Set.of("a", "an", "the", "to", "of", "in", "on", "at", "for", "with", "and", "or", "from",
                "by", "is", "are", "be", "it", "its", "this", "that",
                "these", "those", "i", "me", "my", "we", "our", "us", "you", "your", "how", "do", "does", "did", "can", "could", "would",
                        "should", "want", "need", "please", "tool", "tools",
                "what", "which", "when", "where", "who", "whose", "if", "as", "into", "so", "there", "has", "have", "had", "was", "were",
                        "will", "not", "no", "some", "any", "all", "one");

        private TextTerms() {
        }

        /** Returns the terms in order, with repetitions. */
        static List<String> of(String text) {
            String plain = Normalizer.normalize(HUMP.matcher(text).replaceAll(" "), Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
            List<String> terms = new ArrayList<>();
            for (Matcher run = RUN.matcher(plain); run.find(); ) {
                if (run.group(1) == null) {
                    if (!EMPTY.contains(run.group(2))) {
                        terms.add(stem(run.group(2)));
                    }
                } else {
                    addPairs(run.group(1), terms);
                }
            }
            return terms;
        }

        private static void addPairs(String run, List<String> terms) {
            int[] characters = run.codePoints().toArray();
            if (characters.length == 1) {
                terms.add(run);
            }
            for (int i = 0; i + 1 < characters.length; i++) {
                terms.add(new String(characters, i, 2));
            }
        }

        /** Removes English endings, so that create, creates, creating, created and creation are one term. */
        static String stem(String word) {
            String stem = word;
            if (stem.endsWith("ies") && stem.length() > 4) {
                stem = stem.substring(0, stem.length() - 3) + "y";
            } else if (stem.endsWith("s") && !stem.endsWith("ss") && !stem.endsWith("us") && !stem.endsWith("is")
                    && stem.length() > SHORTEST_STEM) {
                stem = stem.substring(0, stem.length() - 1);
            }
            for (String ending : List.of("ing", "ion", "ed")) {
                if (stem.endsWith(ending) && stem.length() - ending.length() >= SHORTEST_STEM) {
                    stem = undoubled(stem.substring(0, stem.length() - ending.length()));
                    break;
                }
            }
            return stem.endsWith("e") && stem.length() > SHORTEST_STEM ? stem.substring(0, stem.length() - 1) : stem;
        }

        private static String undoubled(String stem) {
            int last = stem.length() - 1;
            boolean doubled = last > 1 && stem.charAt(last) == stem.charAt(last - 1) && "bdgmnprt".indexOf(stem.charAt(last)) >= 0;
            return doubled ? stem.substring(0, last) : stem;
        }
    }
}
