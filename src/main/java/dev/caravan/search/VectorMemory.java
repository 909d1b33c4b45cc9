package dev.caravan.search;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.Vector;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.neo4j.driver.Record;
import org.neo4j.driver.TransactionContext;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Caches the vectors of collections in memory, up to a limit. Updates them when the version of the collection has changed, whichever
 * gateway wrote.
 *
 * <p>The database does not make all changes of a transaction visible at once, so a version may be visible before its vectors. The version
 * up to which vectors are complete is therefore read under the writer's lock. Vectors of later versions are read again the next time.
 */
@Component
class VectorMemory implements DisposableBean {

    private static final int READERS = 4;
    private static final Duration IDLE = Duration.ofHours(1);
    private static final String VERSION_BEHIND_WRITERS = "MATCH (c:CaravanCollection {name: $name}) SET c.born = c.born "
            + "RETURN c.born AS born, c.version AS version, c.removed AS removed";
    private static final String CHANGED = "MATCH (k:CaravanChunk) WHERE k.collection = $collection AND k.changed > $since AND k.model "
            + "STARTS WITH $makes "
            + "RETURN k.id, k.pointer, k.chunkIndex, k.vector";

    private final ChunkStore store;
    private final Embedder embedder;
    private final long most;
    private final LoadingCache<String, CollectionVectors> memory;
    private final ExecutorService readers = Executors.newFixedThreadPool(READERS, task -> {
        Thread thread = new Thread(task, "search-vectors");
        thread.setDaemon(true);
        return thread;
    });

    VectorMemory(ChunkStore store, Embedder embedder, SearchProperties properties) {
        this.store = store;
        this.embedder = embedder;
        this.most = properties.memory().toBytes() / CollectionVectors.bytes(embedder.dimensions());
        this.memory = Caffeine.newBuilder().maximumWeight(Math.max(1,
                properties.memory().toKilobytes())).expireAfterAccess(IDLE).executor(readers)
                .weigher((String collection, CollectionVectors vectors) -> (int) (vectors.bytes() / 1_024 + 1)).build(new CacheLoader<>() {
                    @Override
                    public CollectionVectors load(String collection) {
                        return read(collection, null);
                    }

                    @Override
                    public CollectionVectors reload(String collection, CollectionVectors kept) {
                        return read(collection, kept);
                    }
                });
    }

    /**
     * Returns all vectors of the collection, at least as new as {@code version}. Another thread reads them: a caller that times out finds
     * them at its next call.
     */
    CollectionVectors of(String collection, String born, long version) throws InterruptedException {
        CollectionVectors known = memory.getIfPresent(collection);
        for (int reading = 0; reading < 2 && (known == null || !isCurrent(known, born, version)); reading++) {
            // one read for all callers that ask meanwhile; the second read began after this caller asked
            known = result(memory.refresh(collection));
        }
        return known;
    }

    private static CollectionVectors result(CompletableFuture<CollectionVectors> reading) throws InterruptedException {
        try {
            return reading.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    /** Whether any vectors of the collection are in memory. */
    boolean knows(String collection) {
        return memory.getIfPresent(collection) != null;
    }

    private static boolean isCurrent(CollectionVectors vectors, String born, long version) {
        return vectors.born().equals(born) && vectors.version() >= version;
    }

    private CollectionVectors read(String collection, CollectionVectors kept) {
        List<Record> found = store.searchBehindWriters(transaction -> transaction.run(VERSION_BEHIND_WRITERS, Map.of("name",
                collection)).list());
        if (found.isEmpty()) {
            return CollectionVectors.of("", 0, List.of());
        }
        String born = found.get(0).get("born").asString();
        long version = found.get(0).get("version").asLong();
        boolean goOn = kept != null && kept.kept() && kept.born().equals(born);
        return store.read(transaction -> {
            if (!goOn && count(transaction, collection) > most) {
                return CollectionVectors.tooMany(born, version);
            }
            List<CollectionVectors.StoredVector> changed = changed(transaction, collection, goOn ? kept.version() : -1);
            if (!goOn) {
                return CollectionVectors.of(born, version, changed);
            }
            Optional<Set<String>> present = found.get(0).get("removed").asLong() > kept.version()
                    ? Optional.of(present(transaction, collection)) : Optional.empty();
            CollectionVectors moved = kept.at(version, changed, present);
            return moved.vectors().size() > most ? CollectionVectors.tooMany(born, version) : moved;
        });
    }

    private static long count(TransactionContext transaction, String collection) {
        return transaction.run("MATCH (k:CaravanChunk) WHERE k.collection = $collection AND k.changed >= 0 RETURN count(k)",
                Map.of("collection", collection)).single().get(0).asLong();
    }

    private List<CollectionVectors.StoredVector> changed(TransactionContext transaction, String collection, long since) {
        return transaction.run(CHANGED, Map.of("collection", collection, "since", since, "makes", embedder.makes())).list(found ->
                new CollectionVectors.StoredVector(found.get(0).asString(), found.get(1).asString(), found.get(2).asInt(),
                        Vector.of(found.get(3).asByteArray())));
    }

    private static Set<String> present(TransactionContext transaction, String collection) {
        Set<String> present = new HashSet<>();
        transaction.run("MATCH (k:CaravanChunk) WHERE k.collection = $collection AND k.changed >= 0 RETURN k.id",
                Map.of("collection", collection))
                .forEachRemaining(found -> present.add(found.get(0).asString()));
        return present;
    }

    @Override
    public void destroy() {
        readers.shutdownNow();
    }
}
