package dev.caravan.intelligence.index;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.envelope.NearestNames;
import dev.caravan.intelligence.code.CallSite;
import dev.caravan.intelligence.code.CodeGraph;
import dev.caravan.intelligence.code.Import;
import dev.caravan.intelligence.code.Language;
import dev.caravan.intelligence.code.SourceFile;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.files.Identifiers;
import dev.caravan.json.JsonMappers;
import dev.caravan.retrieval.ChunkRankings;
import dev.caravan.retrieval.ChunkRankings.Within;
import dev.caravan.retrieval.Vector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.neo4j.driver.Record;
import org.neo4j.driver.Value;
import org.springframework.stereotype.Component;

/** Queries the index of a workspace. All methods may block, and throw the exceptions of Neo4j's driver. */
@Component
public record CodeIndex(CodeStore store, CodeModel model) {

    private static final String CHUNK = " RETURN " + CodeSchema.KIND.columns();
    private static final String AT = "UNWIND range(0, size($places) - 1) AS i WITH i, $places[i] AS place "
            + "MATCH (k:CaravanCodeChunk {workspace: $workspace, path: place.path}) WHERE k.firstLine <= place.line "
            + "AND place.line <= k.lastLine" + CHUNK + ", i ORDER BY i, k.lastLine - k.firstLine";
    private static final String TEXTS = "UNWIND $places AS place MATCH (k:CaravanCodeChunk {workspace: $workspace, path: place.path}) "
            + "WHERE k.firstLine = place.line AND k.lastLine = place.lastLine" + CHUNK + ", k.text AS text";

    private static final int MOST_NAMES = 100_000;
    private static final String NAMES = "MATCH (n:CaravanName)<-[:NAMED]-(:CaravanSymbol) WHERE n.key STARTS WITH $key "
            + "AND size(n.key) > size($key) + 2 RETURN DISTINCT substring(n.key, size($key)) AS name LIMIT $most";

    private static final ChunkRankings RANKINGS = new ChunkRankings(CodeSchema.KIND);

    /** Returns the definitions and calls. */
    public CodeGraph graph(Workspace workspace) {
        return new StoredGraph(store, workspace, Long.MAX_VALUE);
    }

    /**
     * Returns the definitions and calls, for a limited time: names that are called everywhere lead to more calls than a search can wait
     * for. Then each method throws {@link LateException}.
     */
    public CodeGraph graph(Workspace workspace, Duration limit) {
        return new StoredGraph(store, workspace, limit.toNanos());
    }

    /** The time for following calls is over. */
    public static final class LateException extends RuntimeException {

        LateException() {
            super("Following calls took too long", null, false, false);
        }
    }

    /** Returns names of definitions that are like this one, the most similar first, at most 3. */
    public List<String> similar(Workspace workspace, String name) {
        Map<String, Object> parameters = Map.of("key", workspace.key(""), "most", MOST_NAMES);
        return NearestNames.similar(name, store.search(transaction -> transaction.run(NAMES, parameters).list(found ->
                found.get("name").asString())));
    }

    /** Finds the best chunks by BM25 over words and parts of identifiers. The query has no syntax. */
    public List<RankedChunk> byWords(Workspace workspace, String query, int most) {
        Within scope = new Within(List.of(workspace.word()), "k.workspace = $workspace", Map.of("workspace", workspace.stored()));
        String words = query + " " + String.join(" ", Identifiers.words(query));
        return store.search(transaction -> RANKINGS.byWords(transaction, scope, words, most, CodeIndex::found));
    }

    /** Finds the chunks nearest to the query by vectors of this model, with the database's approximate index; none without a model. */
    public List<RankedChunk> byMeaning(Workspace workspace, String query, int most) throws InterruptedException {
        if (model.embedder().isOff()) {
            return List.of();
        }
        float[] vector = Vector.normal(model.embedder().embedQuery(query));
        Within scope = new Within(List.of(workspace.word()), "k.make STARTS WITH $makes", Map.of("makes", model.embedder().makes()));
        return store.search(transaction -> RANKINGS.byVectorIndex(transaction, scope, workspace.vectorIndex(), vector, most,
                CodeIndex::found));
    }

    /** Returns the smallest chunks at these places, by position in the list. Some places may have none. */
    public Map<Integer, StoredChunk> at(Workspace workspace, List<Place> places) {
        List<Map<String, Object>> rows = new ArrayList<>();
        places.forEach(place -> rows.add(Map.of("path", place.path(), "line", place.line())));
        Map<Integer, StoredChunk> found = new HashMap<>();
        store.search(transaction -> transaction.run(AT, Map.of("places", rows, "workspace", workspace.stored())).list())
                .forEach(row -> found.putIfAbsent(row.get("i").asInt(), chunk(row)));
        return new LinkedHashMap<>(found);
    }

    /** Returns {chunk: its text}, without chunks that are deleted meanwhile. */
    public Map<StoredChunk, String> texts(Workspace workspace, List<StoredChunk> chunks) {
        List<Map<String, Object>> rows = new ArrayList<>();
        chunks.forEach(chunk -> rows.add(Map.of("path", chunk.path(), "line", chunk.firstLine(), "lastLine", chunk.lastLine())));
        Map<StoredChunk, String> texts = new HashMap<>();
        store.search(transaction -> transaction.run(TEXTS, Map.of("places", rows, "workspace", workspace.stored())).list())
                .forEach(row -> texts.merge(chunk(row), row.get("text").asString(), (one, other) -> one.length() >= other.length() ? one
                        : other));
        return texts;
    }

    private static RankedChunk found(Record found) {
        return new RankedChunk(chunk(found), found.get("score").asDouble());
    }

    private static StoredChunk chunk(Record found) {
        Value symbol = found.get("symbol");
        return new StoredChunk(found.get("path").asString(), found.get("firstLine").asInt(), found.get("lastLine").asInt(),
                symbol.asString(""));
    }

    /** A line of a file. */
    public record Place(String path, int line) {
    }

    /** Reads the definitions and calls of a workspace from Neo4j. */
    static final class StoredGraph implements CodeGraph {

        private static final String SYMBOLS = "UNWIND $keys AS key MATCH (s:CaravanSymbol {key: key}) RETURN s";
        private static final String NAMED = "UNWIND $keys AS key MATCH (:CaravanName {key: key})<-[:NAMED]-(s:CaravanSymbol) RETURN s";
        private static final String CALLS = " RETURN s.id AS caller, substring(n.key, $prefix) AS name, c";
        private static final String CALLS_FROM = "UNWIND $keys AS key MATCH (s:CaravanSymbol {key: key})-[c:CALLS]->(n:CaravanName)"
                + CALLS;
        private static final String CALLS_TO = "UNWIND $keys AS key MATCH (n:CaravanName {key: key})<-[c:CALLS]-(s:CaravanSymbol)" + CALLS;
        private static final String FILES = "UNWIND $keys AS key MATCH (f:CaravanFile {key: key}) WHERE f.language IS NOT NULL RETURN f";

        private static final ObjectMapper JSON = JsonMappers.normal();

        private final CodeStore store;
        private final Workspace workspace;
        private final long begun = System.nanoTime();
        private final long limit;

        StoredGraph(CodeStore store, Workspace workspace, long limit) {
            this.store = store;
            this.workspace = workspace;
            this.limit = limit;
        }

        @Override
        public List<Symbol> symbols(Collection<String> ids) {
            return found(SYMBOLS, ids, StoredGraph::symbol);
        }

        @Override
        public List<Symbol> named(Collection<String> names) {
            return found(NAMED, names, StoredGraph::symbol);
        }

        @Override
        public List<CallSite> callsFrom(Collection<String> symbolIds) {
            return found(CALLS_FROM, symbolIds, StoredGraph::call);
        }

        @Override
        public List<CallSite> callsTo(Collection<String> names) {
            return found(CALLS_TO, names, StoredGraph::call);
        }

        @Override
        public List<SourceFile> files(Collection<String> paths) {
            return found(FILES, paths, StoredGraph::file);
        }

        private <T> List<T> found(String statement, Collection<String> ids, Function<Record, T> read) {
            if (System.nanoTime() - begun > limit) {
                throw new LateException();
            }
            if (ids.isEmpty()) {
                return List.of();
            }
            Map<String, Object> parameters = Map.of("keys", ids.stream().distinct().map(workspace::key).toList(), "prefix",
                    workspace.key("").length());
            return store.search(transaction -> transaction.run(statement, parameters).list(read::apply));
        }

        private static Symbol symbol(Record found) {
            Map<String, Object> symbol = new HashMap<>(found.get("s").asMap());
            symbol.remove("key");
            return JSON.convertValue(symbol, Symbol.class);
        }

        private static CallSite call(Record found) {
            Map<String, Object> call = new HashMap<>(found.get("c").asMap());
            call.put("caller", found.get("caller").asString());
            call.put("name", found.get("name").asString());
            return JSON.convertValue(call, CallSite.class);
        }

        private static SourceFile file(Record found) {
            Value f = found.get("f");
            List<Import> imports = f.get("imports").asList(one -> one.asString().split("\n", -1), List.of()).stream()
                    .map(one -> new Import(one[0], one[1], one[2])).toList();
            return new SourceFile(f.get("path").asString(), Language.valueOf(f.get("language").asString()), f.get("module").asString(""),
                    imports);
        }
    }
}
