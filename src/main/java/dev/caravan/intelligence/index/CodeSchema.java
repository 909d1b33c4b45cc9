package dev.caravan.intelligence.index;

import dev.caravan.retrieval.ChunkKind;
import dev.caravan.retrieval.ChunkKind.Field;
import dev.caravan.retrieval.ChunkSchema;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Creates the constraints and indexes for chunks of source code and for the graph. Each workspace has its own vector index, so that a
 * search never meets another workspace. The full-text index is common; the workspace is a word of its queries.
 */
@Component
class CodeSchema extends ChunkSchema {

    static final ChunkKind KIND = new ChunkKind("CaravanCodeChunk", "caravan_code_words", "english",
            List.of(new Field("words", 1), new Field("title", 2), new Field("doc", 2)),
            "k.path AS path, k.firstLine AS firstLine, k.lastLine AS lastLine, k.symbol AS symbol", "k.path, k.firstLine");

    private static final List<String> STATEMENTS = List.of(
            "CREATE CONSTRAINT caravan_workspace_name IF NOT EXISTS FOR (w:CaravanWorkspace) REQUIRE w.name IS UNIQUE",
            "CREATE CONSTRAINT caravan_file_key IF NOT EXISTS FOR (f:CaravanFile) REQUIRE f.key IS UNIQUE",
            "CREATE CONSTRAINT caravan_symbol_key IF NOT EXISTS FOR (s:CaravanSymbol) REQUIRE s.key IS UNIQUE",
            "CREATE CONSTRAINT caravan_name_key IF NOT EXISTS FOR (n:CaravanName) REQUIRE n.key IS UNIQUE",
            "CREATE INDEX caravan_file_workspace IF NOT EXISTS FOR (f:CaravanFile) ON (f.workspace)",
            "CREATE INDEX caravan_code_chunk_path IF NOT EXISTS FOR (c:CaravanCodeChunk) ON (c.workspace, c.path)");

    private final boolean used;

    CodeSchema(CodeStore store, CodeModel model, ConfiguredWorkspaces workspaces) {
        super("the constraints and indexes of code intelligence", store, KIND, model.embedder(), STATEMENTS);
        this.used = !workspaces.all().isEmpty();
    }

    @Override
    public boolean isAutoStartup() {
        return used && super.isAutoStartup();
    }

    @Override
    protected void prepare() {
        super.prepare(); // makes it visible in this package, since builds call it too
    }

    void prepare(Workspace workspace) {
        prepare();
        vectorIndex(workspace.vectorIndex(), workspace.label());
    }

    void drop(Workspace workspace) {
        dropVectorIndex(workspace.vectorIndex());
    }
}
