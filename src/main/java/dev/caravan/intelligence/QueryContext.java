package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Envelope;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.intelligence.ckb.CkbAnswer;
import dev.caravan.intelligence.ckb.CkbQuestion;
import dev.caravan.intelligence.index.IndexBuilds;
import dev.caravan.intelligence.index.IndexState;
import dev.caravan.intelligence.index.IndexStates;
import dev.caravan.intelligence.index.Workspace;
import dev.caravan.intelligence.index.Workspaces;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The start of each query: its workspace, and the state of the workspace's index. */
@Component
record QueryContext(Workspaces workspaces, IndexStates states, IndexBuilds builds) {

    CodeQuery begin(IntelligenceArguments arguments) throws NotFoundException {
        long begun = System.nanoTime();
        Workspace workspace = workspaces.named(arguments.text("workspace"));
        return new CodeQuery(arguments, workspace, state(workspace), begun);
    }

    /** Builds the question for CKB. For a workspace that is not CKB's repository, it asks only for CKB's state. */
    CkbQuestion question(Workspace workspace, List<String> names, String direction, int depth) {
        boolean asked = workspace != null && workspaces.isOfCkb(workspace);
        return new CkbQuestion(asked ? names : List.of(), direction, asked ? depth : 0);
    }

    /** Returns CKB's answer for the workspace; "disabled" if the workspace is not CKB's repository, or the route doesn't ask CKB. */
    CkbAnswer answer(Workspace workspace, CkbAnswer ckb) {
        return ckb != null && workspaces.isOfCkb(workspace) ? ckb
                : new CkbAnswer(false, "disabled", null, null, false, List.of(), List.of());
    }

    /** Returns the current state, and triggers a check for changed files that the call does not wait for. */
    private IndexState state(Workspace workspace) {
        IndexState state = states.of(workspace);
        builds.refresh(workspace, state);
        return state;
    }

    /** Fails, since there is no index to search, and the files have none of the words. */
    void failUnindexed(Workspace workspace, IndexState state, ObjectNode metadata) throws ToolException {
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        members.putArray("candidates");
        members.set("metadata", metadata);
        throw new ToolException(ErrorCode.NOT_FOUND, unindexed(workspace, state), Map.of(Envelope.Intelligence.MEMBERS, members));
    }

    /** Says that there is no index, and what to do. */
    Text unindexed(Workspace workspace, IndexState state) {
        return state.phase() == IndexState.Phase.BUILDING ? Text.of("intelligence.building", workspace.name(), state.done(), state.total())
                : Text.of("intelligence.notIndexed", workspace.name());
    }
}
