package dev.caravan.search;

import dev.caravan.retrieval.KeywordQuery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.driver.TransactionContext;
import org.springframework.stereotype.Component;

/**
 * The chunks of a scope by BM25. The scope is part of the query (as a word that counts nothing), so the index itself finds the
 * best of the scope, however many there are outside.
 */
@Component
class KeywordRanking {

    private static final String RANK = "CALL db.index.fulltext.queryNodes($index, $query, {limit: $depth}) YIELD node AS k, score WHERE score > 0 "
            + "AND k.model = $model AND "
            + Scope.MATCHES + " RETURN k.id AS id ORDER BY score DESC, k.pointer, k.chunkIndex, id";

    private final Model model;

    KeywordRanking(Model model) {
        this.model = model;
    }

    /** Ids of the best {@code depth}, best first. */
    List<String> rank(TransactionContext transaction, Scope scope, String typed, int depth) {
        Optional<String> words = KeywordQuery.of(typed);
        if (words.isEmpty()) {
            return List.of();
        }
        Map<String, Object> parameters = new LinkedHashMap<>(scope.parameters());
        parameters.put("index", SearchSchema.TEXT_INDEX);
        parameters.put("query", "+scope:" + scope.word(model.id()) + "^0 +text:(" + words.get() + ")");
        parameters.put("model", model.id());
        parameters.put("depth", depth);
        return transaction.run(RANK, parameters).list(found -> found.get("id").asString());
    }
}
