package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.intelligence.ckb.CkbAnswer;
import dev.caravan.intelligence.ckb.CkbState;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.index.IndexState;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Makes {@code metadata} of results, in the form of document 5. */
@Component
record Metadata(CkbState ckbState) {

    /**
     * Makes new metadata.
     *
     * @param fusionDepth how many calls were followed, 0 to 5
     * @param localGraph  whether the index has definitions
     */
    ObjectNode of(CkbAnswer ckb, int fusionDepth, boolean localGraph) {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        ckbState.metadata(metadata, ckb);
        if (!ckb.available()) {
            metadata.put("fallback_mode", mode(localGraph));
        } else if (!ckb.graph()) {
            metadata.put("fallback_mode", mode(localGraph)).put("ckb_last_error",
                    "CKB has no call graph of its repository; run ckb index there");
        }
        return metadata.put("fusion_depth", fusionDepth);
    }

    /**
     * Makes new metadata of a query, with the source and duration of the answer.
     *
     * @param others whether the calls are not CKB's. If CKB has a graph, it then knows none of the names
     */
    ObjectNode of(CodeQuery query, CkbAnswer ckb, int fusionDepth, boolean others) {
        ObjectNode metadata = of(ckb, fusionDepth, query.state().hasGraph());
        if (others && ckb.available() && ckb.graph()) {
            metadata.put("fallback_mode", mode(query.state().hasGraph())).put("ckb_last_error", "CKB knows none of the symbols");
        }
        about(metadata, query);
        return metadata;
    }

    /** Returns the names of the graphs that these definitions are from: {@code scip}, {@code local}, or both, with a comma between them. */
    static String graph(Stream<Symbol> symbols) {
        return symbols.map(symbol -> symbol.inScip() ? "scip" : "local").distinct().sorted(Comparator.reverseOrder())
                .collect(Collectors.joining(","));
    }

    private static String mode(boolean localGraph) {
        return localGraph ? "local_graph" : "vector_only";
    }

    /** Returns the metadata of a call that failed before it had an answer: CKB's known state. */
    ObjectNode known() {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        ckbState.metadata(metadata, ckbState.known());
        return metadata.put("fusion_depth", 0);
    }

    static void about(ObjectNode metadata, CodeQuery query) {
        IndexState state = query.state();
        metadata.put("workspace", query.workspace().name());
        metadata.put("query_time_ms", (System.nanoTime() - query.begun()) / 1_000_000);
        if (state.phase() == IndexState.Phase.BUILDING && state.finishedAt() == null) {
            metadata.put("warning", "The index is being built, " + state.done() + " of " + state.total()
                    + " files so far. Until it ends, words are searched in the files, and later answers may have more");
        } else if (state.isOfOtherModel()) {
            metadata.put("warning",
                    "The index is of another embedding model, so only words were searched. A build makes it again; later answers also "
                            + "rank by meaning");
        } else if (state.isEmpty()) {
            metadata.put("warning", "The workspace is not indexed, so only words were searched in its files. " + (query.indexable()
                    ? "Call ci_index_status with action build" : "An index needs Neo4j, which an operator sets with caravan.neo4j.uri"));
        }
    }
}
