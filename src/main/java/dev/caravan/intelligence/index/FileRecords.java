package dev.caravan.intelligence.index;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.intelligence.code.CallSite;
import dev.caravan.intelligence.code.SourceParser;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.files.CodeChunk;
import dev.caravan.intelligence.files.FoundFile;
import dev.caravan.intelligence.files.Identifiers;
import dev.caravan.json.JsonMappers;
import dev.caravan.retrieval.ChunkWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.codec.digest.DigestUtils;
import org.neo4j.driver.TransactionContext;

/**
 * Stores files in Neo4j: {@code (file)-[:DEFINES]->(symbol)-[:NAMED]->(name)}, {@code (symbol)-[:CALLS]->(name)} and {@code
 * (file)-[:HAS]->(chunk)}. Queries find out from the names which symbol a call means. So a changed file changes only its own nodes.
 */
record FileRecords(Workspace workspace, String make) {

    private static final ObjectMapper JSON = JsonMappers.normal();
    private static final String KNOWN = "MATCH (f:CaravanFile {workspace: $workspace}) "
            + "RETURN f.path AS path, f.make AS make, f.hash AS hash, f.size AS size, f.modified AS modified, f.scip AS scip";
    private static final String VECTORS = "UNWIND $keys AS key MATCH (:CaravanFile {key: key})-[:HAS]->(c:CaravanCodeChunk) "
            + "WHERE c.make = $make RETURN c.textHash AS hash, c.embedding AS embedding";
    private static final List<String> REMOVE = List.of(
            "UNWIND $keys AS key MATCH (:CaravanFile {key: key})-[:DEFINES]->(s:CaravanSymbol) DETACH DELETE s",
            "UNWIND $keys AS key MATCH (:CaravanFile {key: key})-[:HAS]->(c:CaravanCodeChunk) DETACH DELETE c");
    private static final String REMOVE_FILES = "UNWIND $keys AS key MATCH (f:CaravanFile {key: key}) DETACH DELETE f";
    private static final String FILES = "UNWIND $rows AS row MERGE (f:CaravanFile {key: row.key}) SET f = row";
    private static final String TOUCH = "UNWIND $rows AS row MATCH (f:CaravanFile {key: row.key}) SET f.size = row.size, f.modified = "
            + "row.modified";
    private static final String SYMBOLS = "UNWIND $rows AS row MATCH (f:CaravanFile {key: row.file}) "
            + "MERGE (n:CaravanName {key: row.named}) CREATE (f)-[:DEFINES]->(s:CaravanSymbol)-[:NAMED]->(n) SET s = row.values";
    private static final String CALLS = "UNWIND $rows AS row MATCH (s:CaravanSymbol {key: row.caller}) "
            + "MERGE (n:CaravanName {key: row.named}) CREATE (s)-[c:CALLS]->(n) SET c = row.values";

    /** Returns {path: the file as it was indexed}. */
    Map<String, KnownFile> known(TransactionContext transaction) {
        Map<String, KnownFile> known = new HashMap<>();
        transaction.run(KNOWN, Map.of("workspace", workspace.stored())).forEachRemaining(file ->
                known.put(file.get("path").asString(), new KnownFile(
                file.get("make").asString(""), file.get("hash").asString(""), file.get("size").asLong(), file.get("modified").asLong(),
                file.get("scip").asString(""))));
        return known;
    }

    /** Returns {hash of its text: vector} of these files' chunks with this make. */
    Map<String, float[]> vectors(TransactionContext transaction, Collection<String> paths) {
        Map<String, float[]> vectors = new HashMap<>();
        transaction.run(VECTORS, Map.of("keys", keys(paths), "make", make)).forEachRemaining(chunk -> {
            List<Float> numbers = chunk.get("embedding").asList(org.neo4j.driver.Value::asFloat);
            float[] vector = new float[numbers.size()];
            for (int i = 0; i < vector.length; i++) {
                vector[i] = numbers.get(i);
            }
            vectors.put(chunk.get("hash").asString(), vector);
        });
        return vectors;
    }

    /** Updates only the times and sizes of files. */
    void touch(TransactionContext transaction, List<IndexedFile> files) {
        transaction.run(TOUCH, Map.of("rows", files.stream().map(file -> Map.<String, Object>of("key", workspace.key(file.found().path()),
                "size", file.found().size(), "modified", file.found().modifiedNanos())).toList())).consume();
    }

    void remove(TransactionContext transaction, Collection<String> paths) {
        clear(transaction, paths);
        transaction.run(REMOVE_FILES, Map.of("keys", keys(paths))).consume();
    }

    private void clear(TransactionContext transaction, Collection<String> paths) {
        Map<String, Object> keys = Map.of("keys", keys(paths));
        REMOVE.forEach(statement -> transaction.run(statement, keys).consume());
    }

    /** Replaces what is stored of these files, without their chunks. */
    void write(TransactionContext transaction, List<IndexedFile> files) {
        clear(transaction, files.stream().filter(IndexedFile::known).map(file -> file.found().path()).toList());
        List<Map<String, Object>> fileRows = new ArrayList<>();
        List<Map<String, Object>> symbolRows = new ArrayList<>();
        List<Map<String, Object>> callRows = new ArrayList<>();
        for (IndexedFile file : files) {
            String key = workspace.key(file.found().path());
            fileRows.add(fileRow(key, file));
            if (file.parsed() != null) {
                file.parsed().symbols().forEach(symbol -> symbolRows.add(Map.of("file", key, "named", workspace.key(symbol.name()),
                        "values", values(symbol))));
                file.parsed().calls().forEach(call -> callRows.add(Map.of("caller", workspace.key(call.caller()), "named",
                        workspace.key(call.name()), "values", values(call))));
            }
        }
        run(transaction, FILES, fileRows);
        run(transaction, SYMBOLS, symbolRows);
        run(transaction, CALLS, callRows);
    }

    private static void run(TransactionContext transaction, String statement, List<Map<String, Object>> rows) {
        if (!rows.isEmpty()) {
            transaction.run(statement, Map.of("rows", rows)).consume();
        }
    }

    private Map<String, Object> fileRow(String key, IndexedFile file) {
        SourceParser.ParsedFile parsed = file.parsed();
        FoundFile found = file.found();
        Map<String, Object> row = new HashMap<>(Map.of("key", key, "workspace", workspace.stored(), "path", found.path(), "make", make,
                "hash", file.hash(), "size", found.size(), "modified", found.modifiedNanos(), "chunks", file.chunks().size(),
                "symbols", parsed == null ? 0 : parsed.symbols().size(), "calls", parsed == null ? 0 : parsed.calls().size()));
        row.put("skipped", file.skipped());
        row.put("scip", file.scip().isEmpty() ? null : file.scip());
        row.put("exact", file.scip().isEmpty() ? null : parsed != null && parsed.exact());
        if (parsed != null) {
            row.put("language", parsed.file().language().name());
            row.put("module", parsed.file().module());
            row.put("imports", parsed.file().imports().stream()
                    .map(one -> String.join("\n", one.name(), one.module(), one.member())).toList());
        }
        return row;
    }

    private Map<String, Object> values(Symbol symbol) {
        Map<String, Object> values = JSON.convertValue(symbol, new TypeReference<>() { });
        values.put("key", workspace.key(symbol.id()));
        return values;
    }

    private static Map<String, Object> values(CallSite call) {
        Map<String, Object> values = JSON.convertValue(call, new TypeReference<>() { });
        values.remove("caller");
        values.remove("name");
        return values;
    }

    /** Returns Cypher that creates chunks; the key is the file's. */
    String createChunk() {
        return "MATCH (f:CaravanFile {key: row.key}) CREATE (f)-[:HAS]->(k:CaravanCodeChunk:" + workspace.label()
                + ") SET k = row.properties";
    }

    /** Makes a chunk with its file's key. */
    ChunkWriter.NewChunk chunk(CodeChunk chunk) {
        Map<String, Object> values = new HashMap<>();
        String embedded = ChunkText.embedded(chunk);
        String hash = DigestUtils.sha256Hex(embedded);
        values.put("workspace", workspace.stored());
        values.put("scope", workspace.word());
        values.put("path", chunk.path());
        values.put("firstLine", chunk.firstLine());
        values.put("lastLine", chunk.lastLine());
        values.put("symbol", chunk.symbolId());
        values.put("text", chunk.text());
        values.put("title", words(chunk.title()));
        values.put("doc", words(ChunkText.comments(chunk)));
        values.put("words", words(chunk.text()));
        values.put("make", make);
        values.put("textHash", hash);
        return new ChunkWriter.NewChunk(workspace.key(chunk.path()), hash, embedded, values);
    }

    private static String words(String text) {
        return String.join(" ", Identifiers.words(text));
    }

    private List<String> keys(Collection<String> paths) {
        return paths.stream().map(workspace::key).toList();
    }

    /**
     * A file as it was at its last indexing.
     *
     * @param make     model and rules that made its chunks
     * @param hash     SHA-256 of its bytes in hexadecimal; empty if it was skipped unread
     * @param modified nanoseconds since 1970, from the file system
     * @param scip     as {@link IndexedFile} has it
     */
    record KnownFile(String make, String hash, long size, long modified, String scip) {
    }

    /**
     * A file on its way into the index.
     *
     * @param hash    SHA-256 of its bytes in hexadecimal; empty if it was not read
     * @param scip    SHA-256 of what the SCIP index has about it; empty if it has nothing
     * @param skipped reason why it has no chunks; null if it has some
     * @param parsed  null if its language is not supported, or the file is skipped
     * @param known   whether an earlier version is in the index
     */
    record IndexedFile(FoundFile found, String hash, String scip, String skipped, SourceParser.ParsedFile parsed, List<CodeChunk> chunks,
            boolean known) {
    }
}
