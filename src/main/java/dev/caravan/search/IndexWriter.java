package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.Pointer;
import dev.caravan.retrieval.ChunkWriter;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.IndexProgress;
import dev.caravan.retrieval.Lease;
import dev.caravan.retrieval.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.apache.commons.codec.digest.DigestUtils;
import org.neo4j.driver.TransactionContext;
import org.springframework.stereotype.Component;

/**
 * Makes the index equal to the data. First writes the missing chunks, with the vector of an equal string in the collection or else with
 * the model's. The transaction that writes the last chunk of a string deletes the chunks that it replaces, such as those of another
 * model. So a search finds each string, before or after. At last, it deletes the chunks of strings that are gone. It never changes a
 * chunk. A repeated sync continues where the earlier one stopped.
 */
@Component
record IndexWriter(ChunkStore store, CollectionLeases leases, Embedder embedder) {

    private static final int WRITTEN_AT_ONCE = 64;
    private static final int REMOVED_AT_ONCE = 500;

    /** Finds chunks that are equal: the same position in equal strings. */
    private static final String KNOWN = "UNWIND $wanted AS w CALL { WITH w MATCH (k:CaravanChunk) WHERE k.collection = $collection AND "
            + "k.contentHash = w.contentHash "
            + "AND k.chunkIndex = w.chunkIndex AND k.model = $model RETURN k.vector AS vector LIMIT 1 } RETURN w.contentHash + '/' + "
            + "w.chunkIndex AS content, vector";
    private static final String CREATE = "MERGE (k:CaravanChunk {id: row.key}) ON CREATE SET k += row.properties, k.changed = "
            + "$version, k.vector = row.vector";
    private static final String REMOVE = "UNWIND $ids AS id MATCH (k:CaravanChunk {id: id}) DETACH DELETE k";
    private static final String REMOVED = "MATCH (c:CaravanCollection {name: $name}) SET c.removed = c.version";

    SyncCounts sync(Scope scope, JsonNode data, IndexProgress progress) throws InterruptedException {
        List<WantedChunk> wanted = new ArrayList<>();
        int cut = 0;
        List<Leaf> leaves = Leaves.of(data, scope.place());
        for (Leaf leaf : leaves) {
            Chunks chunks = Chunker.cut(leaf.text());
            cut += chunks.whole() ? 0 : 1;
            chunks.chunks().forEach(chunk -> wanted.add(WantedChunk.of(Chunker.make(embedder), scope.collection(), leaf.pointer(),
                    chunks.contentHash(), chunk)));
        }
        SyncCounts none = new SyncCounts(leaves.size(), wanted.size(), 0, 0, 0, cut);
        return leases.holding(scope.collection(), lease -> new Sync(lease, scope.collection(), progress, none).run(wanted, present(scope)));
    }

    int keepOnly(String collection, List<Pointer> places) throws InterruptedException {
        List<Scope> kept = places.stream().map(place -> new Scope(collection, place)).toList();
        return leases.holding(collection, lease -> {
            Map<String, String> surplus = present(new Scope(collection, Pointer.ROOT));
            surplus.values().removeIf(pointer -> kept.stream().anyMatch(scope -> scope.contains(pointer)));
            Sync removal = new Sync(lease, collection, counts -> { }, new SyncCounts(0, 0, 0, 0, 0, 0));
            removal.remove(List.copyOf(surplus.keySet()));
            if (places.isEmpty()) {
                removal.forget();
            }
            return removal.counts.removed();
        });
    }

    /** Returns {id: pointer} of the chunks there, of any model. */
    private Map<String, String> present(Scope scope) {
        return store.read(transaction -> {
            Map<String, String> present = new HashMap<>();
            transaction.run("MATCH (k:CaravanChunk) WHERE k.changed >= 0 AND " + Scope.MATCHES + " RETURN k.id, k.pointer",
                    scope.parameters())
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

    /** One run of a sync, under the lease. */
    private final class Sync {

        private final Lease lease;
        private final String collection;
        private final IndexProgress progress;
        private SyncCounts counts;

        Sync(Lease lease, String collection, IndexProgress progress, SyncCounts none) {
            this.lease = lease;
            this.collection = collection;
            this.progress = progress;
            this.counts = none;
        }

        SyncCounts run(List<WantedChunk> wanted, Map<String, String> present) throws InterruptedException {
            List<WantedChunk> missing = wanted.stream().filter(chunk -> !present.containsKey(chunk.id())).toList();
            Map<String, String> surplus = new HashMap<>(present);
            wanted.forEach(chunk -> surplus.remove(chunk.id()));
            Replaced replaced = new Replaced(surplus, missing);
            advance(wanted.size() - missing.size(), 0, 0);
            for (List<WantedChunk> part : parts(missing, WRITTEN_AT_ONCE)) {
                List<ChunkWriter.NewChunk> fresh = part.stream().map(chunk -> chunk.fresh(Chunker.make(embedder), collection)).toList();
                List<String> old = replaced.by(part, REMOVED_AT_ONCE);
                int embedded = new ChunkWriter(store, embedder).write(lease, fresh, transaction -> known(transaction, part),
                        transaction -> delete(transaction, old), CREATE);
                advance(part.size(), embedded, old.size());
            }
            remove(replaced.rest());
            return counts;
        }

        /** In a transaction that has begun under the lease. */
        private void delete(TransactionContext transaction, List<String> ids) {
            if (!ids.isEmpty()) {
                transaction.run(REMOVE, Map.of("ids", ids)).consume();
                transaction.run(REMOVED, Map.of("name", collection)).consume();
            }
        }

        private Map<String, float[]> known(TransactionContext transaction, List<WantedChunk> chunks) {
            List<Map<String, Object>> wanted = chunks.stream().map(chunk -> Map.<String, Object>of("contentHash", chunk.contentHash(),
                    "chunkIndex", chunk.chunk().index())).distinct().toList();
            Map<String, float[]> known = new HashMap<>();
            transaction.run(KNOWN, Map.of("wanted", wanted, "collection", collection, "model", Chunker.make(embedder)))
                    .forEachRemaining(found -> known.put(found.get("content").asString(), Vector.of(found.get("vector").asByteArray())));
            return known;
        }

        void remove(List<String> ids) throws InterruptedException {
            for (List<String> part : parts(ids, REMOVED_AT_ONCE)) {
                store.write(transaction -> {
                    lease.begin(transaction);
                    delete(transaction, part);
                    return null;
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

        private void advance(int indexed, int embedded, int removed) throws InterruptedException {
            counts = counts.and(indexed, embedded, removed);
            progress.reached(counts.reached());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /**
     * Finds the strings in a JSON value that are not blank, in the value's order. Short strings count too: people search for names, codes
     * and states by the exact word, and equal strings are embedded only once. Keys are not values and do not count.
     */
    public static final class Leaves {

        /** Limits the pointers of a document: with long keys and many levels, a pointer can be larger than its string. */
        private static final int LONGEST_POINTERS = 30_000_000;

        private final List<Leaf> leaves = new ArrayList<>();
        private final StringBuilder pointer;
        private long pointers;

        private Leaves(Pointer place) {
            this.pointer = new StringBuilder(place.toString());
        }

        /**
         * @param place JSON Pointer of {@code value} in its document
         * @return strings with pointers from the document's root
         * @throws CancellationException if the document's keys are too long; the message becomes the error of the index
         */
        public static List<Leaf> of(JsonNode value, Pointer place) {
            Leaves found = new Leaves(place);
            found.add(value);
            return found.leaves;
        }

        private void add(JsonNode node) {
            if (node.isTextual() && !node.textValue().codePoints().allMatch(Window::isSpace)) {
                pointers += pointer.length();
                if (pointers > LONGEST_POINTERS) {
                    throw new CancellationException("The JSON Pointers of all texts together must have at most " + LONGEST_POINTERS
                            + " characters; use shorter keys or fewer levels");
                }
                leaves.add(new Leaf(pointer.toString(), node.textValue()));
            }
            int length = pointer.length();
            for (int i = 0; node.isArray() && i < node.size(); i++) {
                pointer.append('/').append(i);
                add(node.get(i));
                pointer.setLength(length);
            }
            for (Map.Entry<String, JsonNode> member : node.properties()) {
                pointer.append(Pointer.ROOT.child(member.getKey()));
                add(member.getValue());
                pointer.setLength(length);
            }
        }
    }

    /** The chunks that a sync deletes, by the string that they are of. */
    static final class Replaced {

        private final Map<String, List<String>> surplus = new HashMap<>();
        private final Map<String, WantedChunk> last = new HashMap<>();

        /**
         * @param surplus {id: pointer} of the chunks to delete
         * @param missing chunks to write, in their order
         */
        Replaced(Map<String, String> surplus, List<WantedChunk> missing) {
            surplus.forEach((id, pointer) -> this.surplus.computeIfAbsent(pointer, none -> new ArrayList<>()).add(id));
            missing.forEach(chunk -> last.put(chunk.pointer(), chunk));
        }

        /**
         * Takes the chunks of the strings that are complete in the index after these chunks are written.
         *
         * @param most stops after a string with which this number is reached; {@link #rest()} has the others
         */
        List<String> by(List<WantedChunk> written, int most) {
            List<String> replaced = new ArrayList<>();
            for (WantedChunk chunk : written) {
                if (replaced.size() < most && last.get(chunk.pointer()) == chunk && surplus.containsKey(chunk.pointer())) {
                    replaced.addAll(surplus.remove(chunk.pointer()));
                }
            }
            return replaced;
        }

        /** Returns the chunks that are not taken. */
        List<String> rest() {
            return surplus.values().stream().flatMap(List::stream).toList();
        }
    }

    /**
     * A chunk that the index should have.
     *
     * @param id hash of the content, place and model. Every gateway computes the same id, so no chunk is stored twice
     */
    record WantedChunk(String id, String pointer, String contentHash, Chunker.Chunk chunk) {

        private static final int ID_LENGTH = 40;

        static WantedChunk of(String model, String collection, String pointer, String contentHash, Chunker.Chunk chunk) {
            String id = DigestUtils.sha256Hex(String.join("\n", model, collection, pointer, contentHash, String.valueOf(chunk.index())))
                    .substring(0, ID_LENGTH);
            return new WantedChunk(id, pointer, contentHash, chunk);
        }

        /** Identifies the content: chunks with equal content have equal vectors. */
        String content() {
            return contentHash + "/" + chunk.index();
        }

        ChunkWriter.NewChunk fresh(String model, String collection) {
            return new ChunkWriter.NewChunk(id, content(), chunk.text(), Map.of("collection", collection, "model", model, "pointer",
                    pointer, "contentHash", contentHash, "chunkIndex", chunk.index(),
                    "totalChunks", chunk.total(), "charStart", chunk.charStart(), "charEnd", chunk.charEnd(), "text", chunk.text(),
                    "scope", String.join(" ", Scope.words(collection, pointer))));
        }
    }

    /**
     * A string of a JSON document.
     *
     * @param pointer its place in the document, as a JSON Pointer (RFC 6901)
     */
    public record Leaf(String pointer, String text) {
    }
}
