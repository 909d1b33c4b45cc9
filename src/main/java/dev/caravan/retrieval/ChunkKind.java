package dev.caravan.retrieval;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes the chunks of one source in Neo4j. In the engine's Cypher, {@code k} is a chunk. Each chunk has a property {@code embedding},
 * and a property {@code scope} with one word for each scope that contains it.
 *
 * @param textIndex name of the full-text index
 * @param analyzer  Lucene analyzer of that index
 * @param fields    properties that keyword search uses
 * @param columns   what rankings return, in Cypher
 * @param order     order of chunks with equal scores, in Cypher
 */
public record ChunkKind(String label, String textIndex, String analyzer, List<Field> fields, String columns, String order) {

    /**
     * A property that keyword search uses.
     *
     * @param weight of a word in this property
     */
    public record Field(String name, int weight) {
    }

    String createTextIndex() {
        return "CREATE FULLTEXT INDEX " + textIndex + " IF NOT EXISTS FOR (k:" + label + ") ON EACH [" + fields.stream()
                .map(field -> "k." + field.name() + ", ").collect(Collectors.joining())
                + "k.scope] OPTIONS {indexConfig: {`fulltext.analyzer`: '" + analyzer + "'}}";
    }

    /**
     * Converts typed text to a Lucene query; empty if the text has no word. The query requires one of the scope's words with weight 0, so
     * that the index itself finds the best chunks of the scope.
     */
    Optional<String> query(List<String> scopeWords, String typed) {
        return KeywordQuery.of(typed).map(words -> "+scope:(" + String.join(" ", scopeWords) + ")^0 +("
                + fields.stream().map(field -> field.name() + ":(" + words + ")^" + field.weight()).collect(Collectors.joining(" ")) + ")");
    }

    /**
     * Converts typed text to a Lucene query. Nothing in the text is syntax. Any word may match. A word with punctuation between its
     * letters and digits, such as {@code ERR-4012}, counts more as a whole. Question words ("how do I", 怎么办) are left out if other words
     * remain, since they would rank other questions. The index's analyzer does the rest.
     */
    public static final class KeywordQuery {

        /** Lucene accepts at most 1,024 words. */
        private static final int MOST_CODE_POINTS = 400;
        private static final Pattern ASKING = Pattern.compile(
                "(?<![-_.'/])\\b(?:how|do|does|did|what|when|where|which|who|whom|whose|why|i|my|me|you|your|we|our|us|they|them|can"
                + "|could|may|might|should|would|have|has|had|am|been|from|than|about|many|much|any|some)\\b(?![-_.'/])"
                + "|怎么办|怎么样|怎么|怎样|什么|如何|为什么|为何|可不可以|可以|能不能|是不是|多少|多久|哪些|哪个|哪里|请问|应该|需要|我们|你们|他们|[我你吗呢吧啊]");
        private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");
        private static final Pattern COMPOUND = Pattern.compile("[\\p{IsLatin}\\p{N}]+(?:[^\\p{L}\\p{N}\\s]+[\\p{IsLatin}\\p{N}]+)+");
        private static final Pattern SYNTAX = Pattern.compile("[+\\-&|!(){}\\[\\]^\"~*?:\\\\/<>=]");

        private KeywordQuery() {
        }

        /** Returns the query; empty if the text has no word. */
        public static Optional<String> of(String typed) {
            int length = typed.codePointCount(0, typed.length());
            String text = (length > MOST_CODE_POINTS ? typed.substring(0, typed.offsetByCodePoints(0, MOST_CODE_POINTS))
                    : typed).toLowerCase(Locale.ROOT);
            String answering = ASKING.matcher(text).replaceAll(" ");
            String clauses = Stream.concat(words(WORD.matcher(answering).find() ? answering : text),
                    COMPOUND.matcher(text).results().map(compound -> "\"" + escaped(compound.group()) + "\"^2"))
                    .collect(Collectors.joining(" "));
            return clauses.isEmpty() ? Optional.empty() : Optional.of(clauses);
        }

        private static Stream<String> words(String text) {
            return WORD.matcher(text).results().map(word -> escaped(word.group()));
        }

        private static String escaped(String word) {
            return SYNTAX.matcher(word).replaceAll("\\\\$0");
        }
    }
}
