package dev.caravan.retrieval;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Describes the chunks of one source in Neo4j. In the engine's Cypher, {@code k} is a chunk. Each chunk has a property {@code embedding}, and a
 * property {@code scope} with one word for each scope that contains it.
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
        return "CREATE FULLTEXT INDEX " + textIndex + " IF NOT EXISTS FOR (k:" + label + ") ON EACH [" + fields.stream().map(field -> "k." + field.name() + ", ").collect(Collectors.joining())
                + "k.scope] OPTIONS {indexConfig: {`fulltext.analyzer`: '" + analyzer + "'}}";
    }

    /**
     * Converts typed text to a Lucene query; empty if the text has no word. The query requires one of the scope's words with weight 0, so that the
     * index itself finds the best chunks of the scope.
     */
    Optional<String> query(List<String> scopeWords, String typed) {
        return KeywordQuery.of(typed).map(words -> "+scope:(" + String.join(" ", scopeWords) + ")^0 +("
                + fields.stream().map(field -> field.name() + ":(" + words + ")^" + field.weight()).collect(Collectors.joining(" ")) + ")");
    }
}
