package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import dev.caravan.intelligence.ckb.CkbAnswer;
import dev.caravan.intelligence.ckb.CkbQuestion;
import dev.caravan.intelligence.index.CodeIndex;
import dev.caravan.intelligence.index.IndexState;
import dev.caravan.intelligence.index.RankedChunk;
import dev.caravan.intelligence.index.Workspace;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.springframework.stereotype.Component;

/** {@code ci_search}: searches by words only, or by meaning and words. */
@Component("codeSearch")
public class CodeSearch {

    private static final String SOUGHT = "codeSearch";
    private static final int RANKED = 200;

    private final QueryContext opening;
    private final CodeIndex index;
    private final Contents contents;
    private final Metadata metadata;

    CodeSearch(QueryContext opening, CodeIndex index, Contents contents, Metadata metadata) {
        this.opening = opening;
        this.index = index;
        this.contents = contents;
        this.metadata = metadata;
    }

    /** A request with its results. */
    record Sought(IntelligenceArguments arguments, Workspace workspace, IndexState state, List<Candidate> found, long begun) {
    }

    /** Searches, and prepares a question for CKB's state only. */
    public void seek(Exchange exchange, @Body Map<String, Object> given) throws ToolException, InterruptedException {
        long begun = System.nanoTime();
        IntelligenceArguments arguments = new IntelligenceArguments(given);
        Workspace workspace = opening.workspace(arguments);
        IndexState state = opening.state(workspace);
        String query = arguments.text("query");
        List<RankedChunk> words = state.isEmpty() ? List.of() : index.byWords(workspace, query, RANKED);
        boolean semantic = "semantic".equals(arguments.text("mode", "semantic"));
        List<RankedChunk> meaning = state.isEmpty() || !semantic ? List.of() : index.byMeaning(workspace, query, RANKED);
        exchange.setProperty(SOUGHT, new Sought(arguments, workspace, state, Fusion.ofText(words, meaning, TestSources.forQuery(query)).candidates(), begun));
        exchange.setProperty(CkbQuestion.PROPERTY, opening.question(workspace, List.of(), "both", 0));
    }

    /** Returns the tool's result. */
    public ObjectNode answer(@ExchangeProperty(SOUGHT) Sought sought, @ExchangeProperty(CkbAnswer.PROPERTY) CkbAnswer answered) throws ToolException {
        CkbAnswer ckb = opening.answer(sought.workspace(), answered);
        ObjectNode said = metadata.of(ckb, 0, sought.state().hasGraph());
        if (sought.state().isEmpty()) {
            opening.failUnindexed(sought.workspace(), sought.state(), said);
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode candidates = result.putArray("candidates");
        contents.of(sought.workspace(), sought.found().stream().limit(sought.arguments().number("limit", 10)).toList())
                .forEach((candidate, text) -> candidates.add(candidate.json(text)));
        said.put("total_candidates", sought.found().size());
        metadata.about(said, sought.workspace(), sought.state(), sought.begun());
        result.set("metadata", said);
        return result;
    }
}
