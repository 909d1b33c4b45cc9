package dev.caravan.call.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank() && !line.startsWith(COMMENT)).forEach(this::add);
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
        for (String word : chinese.keySet().stream().filter(question::contains).sorted(Comparator.comparing(String::length).reversed()).toList()) {
            if (rest.contains(word)) {
                rest = rest.replace(word, " ");
                Map<String, Double> weights = new HashMap<>();
                chinese.get(word).forEach(term -> weights.put(term, 1.0));
                concepts.put(word, weights);
            }
        }
        return List.copyOf(concepts.values());
    }
}
