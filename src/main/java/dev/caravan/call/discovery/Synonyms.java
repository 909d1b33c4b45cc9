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
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

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
                terms.addAll(TextTerms.of(word));
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

        private static final int NAME_PARTS = WordDelimiterGraphFilter.GENERATE_WORD_PARTS | WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS
                | WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE | WordDelimiterGraphFilter.SPLIT_ON_NUMERICS
                | WordDelimiterGraphFilter.STEM_ENGLISH_POSSESSIVE;

        /** Words that say nothing about a tool. */
        private static final CharArraySet EMPTY = new CharArraySet(Set.of("a", "an", "the", "to", "of", "in", "on", "at", "for", "with",
                "and", "or", "from", "by", "is", "are", "be", "it", "its", "this", "that", "these", "those", "i", "me", "my", "we", "our",
                "us", "you", "your", "how", "do", "does", "did", "can", "could", "would", "should", "want", "need", "please", "tool",
                "tools", "what", "which", "when", "where", "who", "whose", "if", "as", "into", "so", "there", "has", "have", "had", "was",
                "were", "will", "not", "no", "some", "any", "all", "one"), true);

        private static final Analyzer ANALYZER = new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer words = new StandardTokenizer();
                TokenStream parts = new LowerCaseFilter(new WordDelimiterGraphFilter(new CJKWidthFilter(words), NAME_PARTS, null));
                return new TokenStreamComponents(words, new PorterStemFilter(new StopFilter(new CJKBigramFilter(parts), EMPTY)));
            }
        };

        private TextTerms() {
        }

        /** Returns the terms in order, with repetitions. */
        static List<String> of(String text) {
            List<String> terms = new ArrayList<>();
            try (TokenStream stream = ANALYZER.tokenStream("", text)) {
                CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
                stream.reset();
                while (stream.incrementToken()) {
                    terms.add(term.toString());
                }
                stream.end();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return terms;
        }
    }
}
