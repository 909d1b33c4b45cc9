package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.intelligence.ckb.CkbAnswer;
import dev.caravan.intelligence.ckb.CkbState;
import dev.caravan.intelligence.index.IndexState;
import dev.caravan.intelligence.index.Workspace;
import org.springframework.stereotype.Component;

/** {@code metadata} of results, as document 5 has it. */
@Component
class Metadata {

    private final CkbState ckbState;

    Metadata(CkbState ckbState) {
        this.ckbState = ckbState;
    }

    /**
     * A new one.
     *
     * @param fusionDepth how far calls were followed, 0 to 5
     * @param localGraph  whether the index has definitions
     */
    ObjectNode of(CkbAnswer ckb, int fusionDepth, boolean localGraph) {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        ckbState.metadata(metadata, ckb);
        if (!ckb.available()) {
            metadata.put("fallback_mode", mode(localGraph));
        } else if (!ckb.graph()) {
            metadata.put("fallback_mode", mode(localGraph)).put("ckb_last_error", "CKB has no call graph of its repository");
        }
        return metadata.put("fusion_depth", fusionDepth);
    }

    /** Says that what was followed isn't CKB's, if CKB is there and has a graph: then it knows none of the names. */
    void withoutCkb(ObjectNode metadata, CkbAnswer ckb, boolean localGraph) {
        if (ckb.available() && ckb.graph()) {
            metadata.put("fallback_mode", mode(localGraph)).put("ckb_last_error", "CKB knows none of the symbols");
        }
    }

    private static String mode(boolean localGraph) {
        return localGraph ? "local_graph" : "vector_only";
    }

    /** Of a call that failed before it had an answer: what is known of CKB without asking it. */
    ObjectNode known() {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        ckbState.metadata(metadata, ckbState.known());
        return metadata.put("fusion_depth", 0);
    }

    /** Adds where the answer comes from and how long it took. */
    void about(ObjectNode metadata, Workspace workspace, IndexState state, long begun) {
        metadata.put("workspace", workspace.name());
        metadata.put("query_time_ms", (System.nanoTime() - begun) / 1_000_000);
        if (state.phase() == IndexState.Phase.BUILDING && state.finishedAt() == null) {
            metadata.put("warning", "The index is being built, " + state.done() + " of " + state.total() + " files so far: later answers may hold more");
        } else if (state.isEmpty()) {
            metadata.put("warning", "The workspace is not indexed: ci_index_status with action build does it");
        }
    }
}
