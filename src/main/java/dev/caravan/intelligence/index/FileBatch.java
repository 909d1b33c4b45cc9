package dev.caravan.intelligence.index;

import dev.caravan.retrieval.ChunkBatch;
import dev.caravan.retrieval.NewChunk;
import java.util.List;
import java.util.Map;
import org.neo4j.driver.TransactionContext;

/**
 * Files that have changed, with their chunks; equal are those of which the same text is embedded.
 *
 * @param touched those of which only size or time have changed
 * @param done    how many files the build has looked at
 */
record FileBatch(FileRecords records, IndexStates states, Workspace workspace, String make, List<IndexedFile> changed, List<IndexedFile> touched, long done) implements ChunkBatch {

    @Override
    public List<NewChunk> chunks() {
        return changed.stream().flatMap(file -> file.chunks().stream()).map(chunk -> records.chunk(workspace, chunk, make)).toList();
    }

    @Override
    public Map<String, float[]> known(TransactionContext transaction) {
        return records.vectors(transaction, workspace, changed.stream().filter(IndexedFile::known).map(file -> file.found().path()).toList(), make);
    }

    @Override
    public String create() {
        return "MATCH (f:CaravanFile {key: row.key}) CREATE (f)-[:HAS]->(k:CaravanCodeChunk:" + workspace.label() + ") SET k = row.properties";
    }

    @Override
    public void begin(TransactionContext transaction) {
        records.touch(transaction, workspace, touched);
        records.write(transaction, workspace, changed, make);
        states.reached(transaction, workspace, done);
    }
}
