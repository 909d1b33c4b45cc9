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
import dev.caravan.intelligence.index.CodeIndex;
import dev.caravan.intelligence.index.ConfiguredWorkspaces;
import dev.caravan.intelligence.index.IndexBuilds;
import dev.caravan.intelligence.index.IndexState;
import dev.caravan.intelligence.index.IndexStateStore;
import dev.caravan.intelligence.index.RankedChunk;
import dev.caravan.intelligence.index.Workspace;
import dev.caravan.intelligence.index.WorkspaceWords;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The steps that the tools about code share: start a call, rank by words, rank by meaning. */
@Component("codeQueries")
public record CodeQueries(ConfiguredWorkspaces workspaces, IndexStateStore states, IndexBuilds builds, CodeIndex index,
        WorkspaceWords files) {

    private static final Logger LOG = LoggerFactory.getLogger(CodeQueries.class);

    /** Starts a call with the tool's arguments, and triggers a check for changed files that the call does not wait for. */
    public CodeQuery begin(@Body Map<String, Object> given) throws NotFoundException {
        long begun = System.nanoTime();
        IntelligenceArguments arguments = new IntelligenceArguments(given);
        Workspace workspace = workspaces.named(arguments.text("workspace"));
        IndexState state = states.of(workspace);
        builds.refresh(workspace, state);
        return new CodeQuery(arguments, workspace, state, builds.isOn(), begun);
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

    /**
     * Ranks chunks by words, best first. Until the first build of the index has ended, it searches the files themselves.
     *
     * @param most maximum number of chunks
     * @param time for reading files without an index
     */
    public List<RankedChunk> byWords(@Variable("query") CodeQuery query, @Variable("ranked") int most,
            @Variable("timeForFiles") Duration time) throws InterruptedException {
        if (!query.state().lacksFiles()) {
            return index.byWords(query.workspace(), query.text(), most);
        }
        try {
            return files.find(query.workspace(), query.text(), most, time);
        } catch (IOException e) {
            LOG.warn("Files not searched, check the root of the workspace: workspace={} reason={}", query.workspace().name(),
                    e.getMessage());
            return List.of();
        }
    }

    /**
     * Ranks chunks by meaning, best first. Until the first build of the index has ended, it ranks nothing, since the few files in the index
     * would come before better ones outside it. It also ranks nothing while the index is made again for another model.
     *
     * @param most maximum number of chunks
     */
    public List<RankedChunk> byMeaning(@Variable("query") CodeQuery query, @Variable("ranked") int most) throws InterruptedException {
        return query.state().lacksFiles() || query.state().isOfOtherModel() ? List.of()
                : index.byMeaning(query.workspace(), query.text(), most);
    }

    /**
     * Returns the weights of a route. Tests and documentation have full weight if the query asks for them.
     *
     * @param calls        null for a route that does not follow calls, like {@code testsByCalls}
     */
    public FusionWeights weights(@Variable("query") CodeQuery query, @Variable("words") double words, @Variable("meaning") double meaning,
            @Variable("calls") Double calls, @Variable("testsByWords") double testsByWords,
            @Variable("testsByMeaning") double testsByMeaning, @Variable("testsByCalls") Double testsByCalls,
            @Variable("docsByWords") double docsByWords, @Variable("docsByMeaning") double docsByMeaning,
            @Variable("rankConstant") int k) {
        return new FusionWeights(words, meaning, calls == null ? 0 : calls,
                LesserFiles.tests(query.text(), testsByWords, testsByMeaning, testsByCalls == null ? 1 : testsByCalls),
                LesserFiles.documentation(query.text(), docsByWords, docsByMeaning), k);
    }

    /** Fails, since there is no index to search, and the files have none of the words. */
    static void failUnindexed(CodeQuery query, ObjectNode metadata) throws ToolException {
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        members.putArray("candidates");
        members.set("metadata", metadata);
        throw new ToolException(ErrorCode.NOT_FOUND, unindexed(query), Map.of(Envelope.Intelligence.MEMBERS, members));
    }

    /** Says that there is no index, and what to do. */
    static Text unindexed(CodeQuery query) {
        String workspace = query.workspace().name();
        if (!query.indexable()) {
            return Text.of("intelligence.off", workspace);
        }
        return query.state().phase() == IndexState.Phase.BUILDING
                ? Text.of("intelligence.building", workspace, query.state().done(), query.state().total())
                : Text.of("intelligence.notIndexed", workspace);
    }
}
