package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.Pointer;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.Lease;
import dev.caravan.retrieval.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neo4j.driver.Record;
import org.springframework.stereotype.Component;

/**
 * Makes the index equal to data, by what differs: chunks that are missing are written first, with the vector of an equal string
 * of the collection or else of the model, then those that are too many go. Chunks are never changed. A sync that is repeated
 * goes on where it was left.
 */
@Component
class IndexWriter {

    private static final int TRANSACTION = 500;
    private static final int EMBEDDED_AT_ONCE = 128;
    private static final int TRIES = 5;

    private static final String FIND_EQUAL = "UNWIND $wanted AS w CALL { WITH w MATCH (k:CaravanChunk) "
            + "WHERE k.collection = $collection AND k.contentHash = w.contentHash "
            + "AND k.chunkIndex = w.chunkIndex AND k.model = $model RETURN k.id AS id LIMIT 1 } RETURN w.contentHash + '/' + w.chunkIndex AS content, id";
    private static final String CREATE = "UNWIND $rows AS row MERGE (k:CaravanChunk {id: row.id}) ON CREATE SET k += row.properties, k.collection = $collection, "
            + "k.model = $model, k.changed = $version ";
    private static final String CREATE_EMBEDDED = CREATE + ", k.vector = row.vector WITH k, row CALL db.create.setNodeVectorProperty(k, 'embedding', row.embedding)";
    private static final String CREATE_EQUAL = "UNWIND $rows AS row MATCH (equal:CaravanChunk {id: row.equal}) MERGE (k:CaravanChunk {id: row.id}) "
            + "ON CREATE SET k += row.properties, k.collection = $collection, k.model = $model, k.changed = $version, k.vector = equal.vector, "
            + "k.embedding = equal.embedding";
    private static final String REMOVE = "UNWIND $ids AS id MATCH (k:CaravanChunk {id: id}) DETACH DELETE k";

    private final ChunkStore store;
    private final CollectionLeases leases;
    private final Embedder embedder;
    private final Model model;

    IndexWriter(ChunkStore store, CollectionLeases leases, Embedder embedder, Model model) {
        this.store = store;
        this.leases = leases;
        this.embedder = embedder;
        this.model = model;
    }

    SyncCounts sync(Scope scope, JsonNode data, SyncProgress progress) throws InterruptedException {
        List<WantedChunk> wanted = new ArrayList<>();
        int cut = 0;
        List<Leaf> leaves = Leaves.of(data, scope.place());
        for (Leaf leaf : leaves) {
            Chunks chunks = Chunker.cut(leaf.text());
            cut += chunks.whole() ? 0 : 1;
            chunks.chunks().forEach(chunk -> wanted.add(WantedChunk.of(model.id(), scope.collection(), leaf.pointer(), chunks.contentHash(), chunk)));
        }
        SyncCounts none = new SyncCounts(leaves.size(), wanted.size(), 0, 0, 0, cut);
        for (int attempt = 1; ; attempt++) {
            try (Lease lease = leases.acquire(scope.collection())) {
                return new Sync(lease, scope.collection(), progress, none).run(wanted, present(scope));
            } catch (Lease.LostException e) {
                if (attempt == TRIES) {
                    throw e;
                }
            }
        }
    }

    int keepOnly(String collection, List<Pointer> places) throws InterruptedException {
        List<Scope> kept = places.stream().map(place -> new Scope(collection, place)).toList();
        for (int attempt = 1; ; attempt++) {
            try (Lease lease = leases.acquire(collection)) {
                Map<String, String> surplus = present(new Scope(collection, Pointer.ROOT));
                surplus.values().removeIf(pointer -> kept.stream().anyMatch(scope -> scope.contains(pointer)));
                Sync removal = new Sync(lease, collection, counts -> { }, new SyncCounts(0, 0, 0, 0, 0, 0));
                removal.remove(List.copyOf(surplus.keySet()));
                if (places.isEmpty()) {
                    removal.forget();
                }
                return removal.counts.removed();
            } catch (Lease.LostException e) {
                if (attempt == TRIES) {
                    throw e;
                }
            }
        }
    }

    /** {id: pointer} of the chunks there, of any model. */
    private Map<String, String> present(Scope scope) {
        return store.read(transaction -> {
            Map<String, String> present = new HashMap<>();
            transaction.run("MATCH (k:CaravanChunk) WHERE k.changed >= 0 AND " + Scope.MATCHES + " RETURN k.id, k.pointer", scope.parameters())
                    .forEachRemaining(found -> present.put(found.get(0).asString(), found.get(1).asString()));
            return present;
        });
    }

    private static <T> List<List<T>> parts(List<T> all, int size) {
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += size) {
            parts.add(all.subList(from, Math.min(from + size, all.size())));
        }
        return parts;
    }

    /** One run, with the lease. */
    private final class Sync {

        private final Lease lease;
        private final String collection;
        private final SyncProgress progress;
        /** {content: id} of chunks that this run has written. */
        private final Map<String, String> written = new HashMap<>();
        private SyncCounts counts;

        Sync(Lease lease, String collection, SyncProgress progress, SyncCounts none) {
            this.lease = lease;
            this.collection = collection;
            this.progress = progress;
            this.counts = none;
        }

        SyncCounts run(List<WantedChunk> wanted, Map<String, String> present) throws InterruptedException {
            List<WantedChunk> missing = wanted.stream().filter(chunk -> !present.containsKey(chunk.id())).toList();
            Set<String> surplus = new HashSet<>(present.keySet());
            wanted.forEach(chunk -> surplus.remove(chunk.id()));
            advance(wanted.size() - missing.size(), 0, 0);
            for (List<WantedChunk> part : parts(missing, TRANSACTION)) {
                write(part);
            }
            remove(List.copyOf(surplus));
            return counts;
        }

        private void write(List<WantedChunk> chunks) throws InterruptedException {
            Map<String, String> equals = equalsInIndex(chunks);
            List<WantedChunk> fresh = new ArrayList<>();
            Set<String> freshContents = new HashSet<>();
            List<WantedChunk> copies = new ArrayList<>();
            for (WantedChunk chunk : chunks) {
                boolean isNew = !equals.containsKey(chunk.content()) && !written.containsKey(chunk.content()) && freshContents.add(chunk.content());
                (isNew ? fresh : copies).add(chunk);
            }
            for (List<WantedChunk> part : parts(fresh, EMBEDDED_AT_ONCE)) {
                embed(part);
            }
            if (!copies.isEmpty()) {
                copy(copies, equals);
            }
        }

        /** {content: id} of chunks that need no embedding, as far as this run has not written them. */
        private Map<String, String> equalsInIndex(List<WantedChunk> chunks) {
            List<Map<String, Object>> wanted = chunks.stream().filter(chunk -> !written.containsKey(chunk.content()))
                    .map(chunk -> Map.<String, Object>of("contentHash", chunk.contentHash(), "chunkIndex", chunk.chunk().index())).distinct().toList();
            Map<String, String> equals = new HashMap<>();
            List<Record> found = store.read(transaction -> transaction.run(FIND_EQUAL, parameters("wanted", wanted)).list());
            found.forEach(equal -> equals.put(equal.get("content").asString(), equal.get("id").asString()));
            return equals;
        }

        private void embed(List<WantedChunk> chunks) throws InterruptedException {
            List<String> texts = chunks.stream().map(chunk -> chunk.chunk().text()).distinct().toList();
            List<float[]> vectors = embedder.embedPassages(texts);
            Map<String, float[]> byText = new HashMap<>();
            for (int i = 0; i < texts.size(); i++) {
                byText.put(texts.get(i), vectors.get(i));
            }
            List<Map<String, Object>> rows = new ArrayList<>();
            for (WantedChunk chunk : chunks) {
                Map<String, Object> row = row(chunk);
                float[] vector = Vector.normal(byText.get(chunk.chunk().text()));
                row.put("vector", Vector.bytes(vector));
                row.put("embedding", Vector.list(vector));
                rows.add(row);
            }
            create(CREATE_EMBEDDED, rows, chunks);
            advance(chunks.size(), texts.size(), 0);
        }

        private void copy(List<WantedChunk> chunks, Map<String, String> equals) throws InterruptedException {
            List<Map<String, Object>> rows = new ArrayList<>();
            for (WantedChunk chunk : chunks) {
                Map<String, Object> row = row(chunk);
                row.put("equal", equals.getOrDefault(chunk.content(), written.get(chunk.content())));
                rows.add(row);
            }
            create(CREATE_EQUAL, rows, chunks);
            advance(chunks.size(), 0, 0);
        }

        private void create(String statement, List<Map<String, Object>> rows, List<WantedChunk> chunks) {
            store.write(transaction -> {
                Map<String, Object> parameters = parameters("rows", rows);
                parameters.put("version", lease.begin(transaction));
                return transaction.run(statement, parameters).consume();
            });
            chunks.forEach(chunk -> written.put(chunk.content(), chunk.id()));
        }

        void remove(List<String> ids) throws InterruptedException {
            for (List<String> part : parts(ids, TRANSACTION)) {
                store.write(transaction -> {
                    long version = lease.begin(transaction);
                    transaction.run(REMOVE, Map.of("ids", part)).consume();
                    return transaction.run("MATCH (c:CaravanCollection {name: $name}) SET c.removed = $version",
                            Map.of("name", collection, "version", version)).consume();
                });
                advance(0, 0, part.size());
            }
        }

        void forget() {
            store.write(transaction -> {
                lease.begin(transaction);
                return transaction.run("MATCH (c:CaravanCollection {name: $name}) DELETE c", Map.of("name", collection)).consume();
            });
        }

        private Map<String, Object> row(WantedChunk chunk) {
            return chunk.row(Scope.words(model.id(), collection, chunk.pointer()));
        }

        private Map<String, Object> parameters(String name, Object value) {
            Map<String, Object> parameters = new LinkedHashMap<>();
            parameters.put(name, value);
            parameters.put("collection", collection);
            parameters.put("model", model.id());
            return parameters;
        }

        private void advance(int indexed, int embedded, int removed) throws InterruptedException {
            counts = counts.and(indexed, embedded, removed);
            progress.reached(counts);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
