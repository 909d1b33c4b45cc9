package dev.caravan.intelligence.index;

import dev.caravan.retrieval.Embedder;
import dev.caravan.store.SchemaInitializer;
import java.util.List;
import java.util.Map;
import org.neo4j.driver.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Sees that Neo4j has what the index of code needs. Workspaces have a vector index each, so that neighbours are looked for in one
 * alone; full text is one index for all, with the workspace as a word of the query.
 */
@Component
class CodeSchema extends SchemaInitializer {

    static final String WORDS_INDEX = "caravan_code_words";

    private static final Logger LOG = LoggerFactory.getLogger(CodeSchema.class);
    private static final List<String> STATEMENTS = List.of(
            "CREATE CONSTRAINT caravan_workspace_name IF NOT EXISTS FOR (w:CaravanWorkspace) REQUIRE w.name IS UNIQUE",
            "CREATE CONSTRAINT caravan_file_key IF NOT EXISTS FOR (f:CaravanFile) REQUIRE f.key IS UNIQUE",
            "CREATE CONSTRAINT caravan_symbol_key IF NOT EXISTS FOR (s:CaravanSymbol) REQUIRE s.key IS UNIQUE",
            "CREATE CONSTRAINT caravan_name_key IF NOT EXISTS FOR (n:CaravanName) REQUIRE n.key IS UNIQUE",
            "CREATE INDEX caravan_file_workspace IF NOT EXISTS FOR (f:CaravanFile) ON (f.workspace)",
            "CREATE INDEX caravan_code_chunk_path IF NOT EXISTS FOR (c:CaravanCodeChunk) ON (c.workspace, c.path)",
            "CREATE FULLTEXT INDEX " + WORDS_INDEX + " IF NOT EXISTS FOR (c:CaravanCodeChunk) ON EACH [c.words, c.title, c.doc, c.scope]"
                    + " OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}");

    private final CodeStore store;
    private final Embedder embedder;

    CodeSchema(CodeStore store, CodeModel model) {
        super("The constraints and indexes of code intelligence", store.driver());
        this.store = store;
        this.embedder = model.embedder();
    }

    @Override
    protected void prepare() {
        STATEMENTS.forEach(store::create);
        store.run("CALL db.awaitIndexes(30)", Map.of());
    }

    /** Makes the vector index of a workspace, anew where it has other dimensions than the model. */
    void prepare(Workspace workspace) {
        prepare();
        String index = workspace.vectorIndex();
        List<Record> there = store.run("SHOW VECTOR INDEXES YIELD name, options WHERE name = $name RETURN options.indexConfig[\"vector.dimensions\"] AS dimensions",
                Map.of("name", index));
        if (!there.isEmpty() && there.get(0).get("dimensions").asInt() != embedder.dimensions()) {
            LOG.warn("The vector index of workspace {} had {} dimensions, the model {} has {}: it is made anew", workspace.name(), there.get(0).get("dimensions"),
                    embedder.model(), embedder.dimensions());
            drop(workspace);
        }
        store.create("CREATE VECTOR INDEX " + index + " IF NOT EXISTS FOR (c:" + workspace.label() + ") ON (c.embedding)"
                + " OPTIONS {indexConfig: {`vector.dimensions`: " + embedder.dimensions() + ", `vector.similarity_function`: 'cosine'}}");
        store.run("CALL db.awaitIndex($name, 30)", Map.of("name", index));
    }

    void drop(Workspace workspace) {
        store.run("DROP INDEX " + workspace.vectorIndex() + " IF EXISTS", Map.of());
    }
}
