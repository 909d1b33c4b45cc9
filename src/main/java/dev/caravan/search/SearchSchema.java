package dev.caravan.search;

import dev.caravan.retrieval.Embedder;
import dev.caravan.store.SchemaInitializer;
import java.util.List;
import java.util.Map;
import org.neo4j.driver.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Sees that Neo4j has what searches and indexing need: unique chunks and collections, lookups by content and by age, full text
 * with the words of the chunk's scopes beside it, and the vector index of the model's dimensions. That one serves whoever looks
 * for neighbours in all there is; a search in a scope reads the vectors themselves, since it has to be exact.
 */
@Component
class SearchSchema extends SchemaInitializer {

    static final String TEXT_INDEX = "caravan_chunk_text";
    static final String VECTOR_INDEX = "caravan_chunk_embedding";

    private static final Logger LOG = LoggerFactory.getLogger(SearchSchema.class);
    private static final List<String> STATEMENTS = List.of(
            "CREATE CONSTRAINT caravan_chunk_id IF NOT EXISTS FOR (k:CaravanChunk) REQUIRE k.id IS UNIQUE",
            "CREATE CONSTRAINT caravan_collection_name IF NOT EXISTS FOR (c:CaravanCollection) REQUIRE c.name IS UNIQUE",
            "CREATE INDEX caravan_chunk_content IF NOT EXISTS FOR (k:CaravanChunk) ON (k.collection, k.contentHash)",
            "CREATE INDEX caravan_chunk_changed IF NOT EXISTS FOR (k:CaravanChunk) ON (k.collection, k.changed)",
            "CREATE FULLTEXT INDEX " + TEXT_INDEX + " IF NOT EXISTS FOR (k:CaravanChunk) ON EACH [k.text, k.scope]"
                    + " OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk'}}");

    private final ChunkStore store;
    private final Embedder embedder;

    SearchSchema(ChunkStore store, Embedder embedder) {
        super("The constraints and indexes of search", store.driver());
        this.store = store;
        this.embedder = embedder;
    }

    @Override
    protected void prepare() {
        STATEMENTS.forEach(store::create);
        vectorIndex();
        store.run("CALL db.awaitIndexes(30)", Map.of());
    }

    private void vectorIndex() {
        List<Record> there = store.run("SHOW VECTOR INDEXES YIELD name, options WHERE name = $name "
                + "RETURN options.indexConfig[\"vector.dimensions\"] AS dimensions",
                Map.of("name", VECTOR_INDEX));
        if (!there.isEmpty() && there.get(0).get("dimensions").asInt() != embedder.dimensions()) {
            LOG.warn("The vector index had {} dimensions, the model {} has {}: it is made anew", there.get(0).get("dimensions"), embedder.model(), embedder.dimensions());
            store.run("DROP INDEX " + VECTOR_INDEX + " IF EXISTS", Map.of());
        }
        store.create("CREATE VECTOR INDEX " + VECTOR_INDEX + " IF NOT EXISTS FOR (k:CaravanChunk) ON (k.embedding)"
                + " OPTIONS {indexConfig: {`vector.dimensions`: " + embedder.dimensions() + ", `vector.similarity_function`: 'cosine'}}");
    }
}
