package dev.caravan.retrieval;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the chunks of one source are in Neo4j. In all Cypher of the engine a chunk is {@code k}; each has a property {@code embedding}, and a property {@code scope}
 * with a word for every scope that it is in.
 *
 * @param textIndex name of the full-text index
 * @param analyzer  of Lucene, for that index
 * @param fields    that are searched by words
 * @param columns   that rankings return, in Cypher
 * @param order     of chunks with equal scores, in Cypher
 */
public record ChunkKind(String label, String textIndex, String analyzer, List<Field> fields, String columns, String order) {

    /**
     * A property with words.
     *
     * @param weight what a word in it counts
     */
    public record Field(String name, int weight) {
    }

    String createTextIndex() {
        return "CREATE FULLTEXT INDEX " + textIndex + " IF NOT EXISTS FOR (k:" + label + ") ON EACH [" + fields.stream().map(field -> "k." + field.name() + ", ").collect(Collectors.joining())
                + "k.scope] OPTIONS {indexConfig: {`fulltext.analyzer`: '" + analyzer + "'}}";
    }

    /** In Lucene's language; empty if nothing that was typed is a word. The scope is a word of the query that counts nothing, so that the index itself finds the best of the scope. */
    Optional<String> query(String scopeWord, String typed) {
        return KeywordQuery.of(typed).map(words -> "+scope:" + scopeWord + "^0 +("
                + fields.stream().map(field -> field.name() + ":(" + words + ")^" + field.weight()).collect(Collectors.joining(" ")) + ")");
    }
}
