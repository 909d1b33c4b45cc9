package dev.caravan.retrieval;

import dev.caravan.store.SchemaInitializer;
import java.util.List;
import java.util.Map;
import org.neo4j.driver.Record;
import org.neo4j.driver.exceptions.SecurityException;
import org.neo4j.driver.exceptions.ServiceUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates in Neo4j what a kind of chunks needs: constraints, the full-text index, and vector indexes with the model's dimensions. */
public abstract class ChunkSchema extends SchemaInitializer {

    private static final Logger LOG = LoggerFactory.getLogger(ChunkSchema.class);

    private final Neo4jStore store;
    private final ChunkKind kind;
    private final Embedder embedder;
    private final List<String> statements;

    /**
     * @param what       it creates, for the log
     * @param statements {@code CREATE … IF NOT EXISTS} for the other constraints and indexes
     */
    protected ChunkSchema(String what, Neo4jStore store, ChunkKind kind, Embedder embedder, List<String> statements) {
        super(what, store.isOn() ? store.driver() : store);
        this.store = store;
        this.kind = kind;
        this.embedder = embedder;
        this.statements = statements;
    }

    @Override
    public boolean isAutoStartup() {
        return store.isOn();
    }

    @Override
    protected boolean isTold(RuntimeException failure) {
        return failure instanceof ServiceUnavailableException || failure instanceof SecurityException;
    }

    @Override
    protected void prepare() {
        statements.forEach(store::create);
        store.create(kind.createTextIndex());
        store.run("CALL db.awaitIndexes(30)", Map.of());
    }

    /** Creates a vector index over the chunks with a label. Recreates it if its dimensions differ from the model's. */
    protected final void vectorIndex(String name, String label) {
        List<Record> there = store.run(
                "SHOW VECTOR INDEXES YIELD name, options WHERE name = $name RETURN options.indexConfig[\"vector.dimensions\"] AS "
                        + "dimensions",
                Map.of("name", name));
        if (!there.isEmpty() && there.get(0).get("dimensions").asInt() != embedder.dimensions()) {
            LOG.warn("Vector index recreated, since the model has other dimensions: index={} oldDimensions={} model={} dimensions={}", name,
                    there.get(0).get("dimensions"), embedder.model(), embedder.dimensions());
            dropVectorIndex(name);
        }
        store.create("CREATE VECTOR INDEX " + name + " IF NOT EXISTS FOR (k:" + label + ") ON (k.embedding)"
                + " OPTIONS {indexConfig: {`vector.dimensions`: " + embedder.dimensions() + ", `vector.similarity_function`: 'cosine'}}");
        store.run("CALL db.awaitIndex($name, 30)", Map.of("name", name));
    }

    protected final void dropVectorIndex(String name) {
        store.run("DROP INDEX " + name + " IF EXISTS", Map.of());
    }
}
