package dev.caravan.search;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.retrieval.Embedder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.springframework.util.unit.DataSize;

/** The search part of one gateway, on the shared Neo4j; several of them are several gateways. */
public final class Gateway implements AutoCloseable {

    static final SearchProperties DEFAULTS = new SearchProperties(DataSize.ofMegabytes(192), Duration.ofSeconds(10), Duration.ofSeconds(30),
            Duration.ofSeconds(15));

    final Driver driver;
    final ChunkStore store;
    final CollectionLeases leases;
    final SearchIndex index;
    final VectorMemory memory;

    public Gateway(Embedder embedder) {
        this(embedder, DEFAULTS);
    }

    Gateway(Embedder embedder, SearchProperties properties) {
        this(embedder, properties, SharedServers.get(ServerKind.NEO4J).address());
    }

    Gateway(Embedder embedder, SearchProperties properties, String address) {
        driver = GraphDatabase.driver(address,
                Config.builder().withConnectionTimeout(2, TimeUnit.SECONDS).withConnectionAcquisitionTimeout(2, TimeUnit.SECONDS)
                .withMaxTransactionRetryTime(2, TimeUnit.SECONDS).withConnectionLivenessCheckTimeout(2, TimeUnit.SECONDS).build());
        store = new ChunkStore(driver, properties, "neo4j");
        leases = new CollectionLeases(store, properties);
        memory = new VectorMemory(store, embedder, properties);
        index = new SearchIndex(new IndexWriter(store, leases, embedder), store, memory, embedder);
    }

    /** As the application does at its start. */
    public Gateway prepared(Embedder embedder) {
        new SearchSchema(store, embedder) {
            void make() {
                prepare();
            }
        }.make();
        return this;
    }

    public SearchIndex index() {
        return index;
    }

    public Driver driver() {
        return driver;
    }

    @Override
    public void close() {
        leases.stop();
        driver.close();
    }
}
