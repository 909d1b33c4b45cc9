package dev.caravan.intelligence.index;

import dev.caravan.intelligence.code.CodeGraph;
import dev.caravan.intelligence.files.Identifiers;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.KeywordQuery;
import dev.caravan.retrieval.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.driver.Record;
import org.neo4j.driver.Value;
import org.springframework.stereotype.Component;

/** What the index of a workspace is asked. If Neo4j is away or late its driver's exceptions pass; all methods may block. */
@Component
public class CodeIndex {

    private static final String CHUNK = " RETURN c.path AS path, c.firstLine AS firstLine, c.lastLine AS lastLine, c.symbol AS symbol";
    private static final String BY_WORDS = "CALL db.index.fulltext.queryNodes($index, $query, {limit: $most}) YIELD node AS c, score WHERE c.workspace = $workspace"
            + CHUNK + ", score ORDER BY score DESC, path, firstLine";
    private static final String BY_VECTOR = "CALL db.index.vector.queryNodes($index, $most, $vector) YIELD node AS c, score" + CHUNK + ", score ORDER BY score DESC, path, firstLine";
    private static final String AT = "UNWIND range(0, size($places) - 1) AS i WITH i, $places[i] AS place "
            + "MATCH (c:CaravanCodeChunk {workspace: $workspace, path: place.path}) WHERE c.firstLine <= place.line AND place.line <= c.lastLine" + CHUNK
            + ", i ORDER BY i, c.lastLine - c.firstLine";
    private static final String TEXTS = "UNWIND $places AS place MATCH (c:CaravanCodeChunk {workspace: $workspace, path: place.path}) "
            + "WHERE c.firstLine = place.line AND c.lastLine = place.lastLine" + CHUNK + ", c.text AS text";

    private final CodeStore store;
    private final Embedder embedder;

    CodeIndex(CodeStore store, CodeModel model) {
        this.store = store;
        this.embedder = model.embedder();
    }

    /** The definitions and calls. */
    public CodeGraph graph(Workspace workspace) {
        return new StoredGraph(store, workspace);
    }

    /** The best by BM25 over words, those that identifiers are made of too; nothing in the query is syntax. */
    public List<RankedChunk> byWords(Workspace workspace, String query, int most) {
        Optional<String> words = KeywordQuery.of(query + " " + String.join(" ", Identifiers.words(query)));
        if (words.isEmpty()) {
            return List.of();
        }
        Map<String, Object> parameters = Map.of("index", CodeSchema.WORDS_INDEX, "workspace", workspace.name(), "most", most,
                "query", "+scope:" + workspace.word() + "^0 +(words:(" + words.get() + ") title:(" + words.get() + ")^2 doc:(" + words.get() + ")^2)");
        return store.search(transaction -> transaction.run(BY_WORDS, parameters).list(CodeIndex::found));
    }

    /** The nearest to the query by the model's vectors, as the database's approximate index finds them. */
    public List<RankedChunk> byMeaning(Workspace workspace, String query, int most) throws InterruptedException {
        float[] vector = Vector.normal(embedder.embedQuery(query));
        Map<String, Object> parameters = Map.of("index", workspace.vectorIndex(), "most", most, "vector", Vector.list(vector));
        return store.search(transaction -> transaction.run(BY_VECTOR, parameters).list(CodeIndex::found));
    }

    /** The narrowest chunks at these places, by their index in the list; some may have none. */
    public Map<Integer, StoredChunk> at(Workspace workspace, List<Place> places) {
        List<Map<String, Object>> rows = new ArrayList<>();
        places.forEach(place -> rows.add(Map.of("path", place.path(), "line", place.line())));
        Map<Integer, StoredChunk> found = new HashMap<>();
        store.search(transaction -> transaction.run(AT, Map.of("places", rows, "workspace", workspace.name())).list())
                .forEach(row -> found.putIfAbsent(row.get("i").asInt(), chunk(row)));
        return new LinkedHashMap<>(found);
    }

    /** {chunk: its text}; one that is gone meanwhile has none. */
    public Map<StoredChunk, String> texts(Workspace workspace, List<StoredChunk> chunks) {
        List<Map<String, Object>> rows = new ArrayList<>();
        chunks.forEach(chunk -> rows.add(Map.of("path", chunk.path(), "line", chunk.firstLine(), "lastLine", chunk.lastLine())));
        Map<StoredChunk, String> texts = new HashMap<>();
        store.search(transaction -> transaction.run(TEXTS, Map.of("places", rows, "workspace", workspace.name())).list())
                .forEach(row -> texts.merge(chunk(row), row.get("text").asString(), (one, other) -> one.length() >= other.length() ? one : other));
        return texts;
    }

    private static RankedChunk found(Record found) {
        return new RankedChunk(chunk(found), found.get("score").asDouble());
    }

    private static StoredChunk chunk(Record found) {
        Value symbol = found.get("symbol");
        return new StoredChunk(found.get("path").asString(), found.get("firstLine").asInt(), found.get("lastLine").asInt(), symbol.asString(""));
    }

    /** A line of a file. */
    public record Place(String path, int line) {
    }
}
