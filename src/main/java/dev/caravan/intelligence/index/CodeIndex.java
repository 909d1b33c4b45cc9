package dev.caravan.intelligence.index;

import dev.caravan.intelligence.code.CodeGraph;
import dev.caravan.intelligence.files.Identifiers;
import dev.caravan.retrieval.ChunkRankings;
import dev.caravan.retrieval.ChunkRankings.Within;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.neo4j.driver.Record;
import org.neo4j.driver.Value;
import org.springframework.stereotype.Component;

/** What the index of a workspace is asked. If Neo4j is away or late its driver's exceptions pass; all methods may block. */
@Component
public class CodeIndex {

    private static final String CHUNK = " RETURN " + CodeSchema.KIND.columns();
    private static final String AT = "UNWIND range(0, size($places) - 1) AS i WITH i, $places[i] AS place "
            + "MATCH (k:CaravanCodeChunk {workspace: $workspace, path: place.path}) WHERE k.firstLine <= place.line AND place.line <= k.lastLine" + CHUNK
            + ", i ORDER BY i, k.lastLine - k.firstLine";
    private static final String TEXTS = "UNWIND $places AS place MATCH (k:CaravanCodeChunk {workspace: $workspace, path: place.path}) "
            + "WHERE k.firstLine = place.line AND k.lastLine = place.lastLine" + CHUNK + ", k.text AS text";

    private final CodeStore store;
    private final Embedder embedder;
    private final ChunkRankings rankings = new ChunkRankings(CodeSchema.KIND);

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
        Within scope = new Within(workspace.word(), "k.workspace = $workspace", Map.of("workspace", workspace.name()));
        String words = query + " " + String.join(" ", Identifiers.words(query));
        return store.search(transaction -> rankings.byWords(transaction, scope, words, most, CodeIndex::found));
    }

    /** The nearest to the query by the model's vectors, as the database's approximate index finds them. */
    public List<RankedChunk> byMeaning(Workspace workspace, String query, int most) throws InterruptedException {
        float[] vector = Vector.normal(embedder.embedQuery(query));
        return store.search(transaction -> rankings.byVectorIndex(transaction, workspace.vectorIndex(), vector, most, CodeIndex::found));
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
