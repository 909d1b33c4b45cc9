package dev.caravan.retrieval;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.neo4j.driver.Record;
import org.neo4j.driver.TransactionContext;

/** Ranks the chunks of one kind in the database, best first. Each row has the kind's columns and a {@code score}. */
public record ChunkRankings(ChunkKind kind) {

    /**
     * Selects the chunks to rank.
     *
     * @param words      each of these chunks has one of them in {@code scope}; other chunks have none
     * @param matches    the same condition in Cypher, for the chunk {@code k}
     * @param parameters of that condition
     */
    public record Within(List<String> words, String matches, Map<String, Object> parameters) {
    }

    /** Ranks by BM25. The typed text has no syntax. */
    public <T> List<T> byWords(TransactionContext transaction, Within scope, String typed, int depth, Function<Record, T> read) {
        Optional<String> query = kind.query(scope.words(), typed);
        return query.isEmpty() ? List.of() : rank(transaction, "CALL db.index.fulltext.queryNodes($index, $query, {limit: $depth}) "
                + "YIELD node AS k, score WHERE score > 0 AND " + scope.matches(), scope,
                Map.of("index", kind.textIndex(), "query", query.get(), "depth", depth), read);
    }

    /** Ranks by the cosine of every chunk in the scope. Exact, but slow for a large scope. */
    public <T> List<T> byVector(TransactionContext transaction, Within scope, float[] vector, int depth, Function<Record, T> read) {
        return rank(transaction, "MATCH (k:" + kind.label() + ") WHERE " + scope.matches() + " AND k.embedding IS NOT NULL "
                + "WITH k, vector.similarity.cosine(k.embedding, $vector) AS score", scope,
                Map.of("vector", Vector.list(vector), "depth", depth), read);
    }

    /** Ranks by the cosine, with an approximate index that has hardly any other chunks than those of the scope. */
    public <T> List<T> byVectorIndex(TransactionContext transaction, Within scope, String index, float[] vector, int depth,
            Function<Record, T> read) {
        return rank(transaction, "CALL db.index.vector.queryNodes($index, $depth, $vector) YIELD node AS k, score WHERE " + scope.matches(),
                scope, Map.of("index", index, "vector", Vector.list(vector), "depth", depth), read);
    }

    private <T> List<T> rank(TransactionContext transaction, String found, Within scope, Map<String, Object> parameters,
            Function<Record, T> read) {
        Map<String, Object> all = new LinkedHashMap<>(scope.parameters());
        all.putAll(parameters);
        return transaction.run(found + " RETURN " + kind.columns() + ", score ORDER BY score DESC, " + kind.order() + " LIMIT $depth", all)
                .list(read::apply);
    }
}
