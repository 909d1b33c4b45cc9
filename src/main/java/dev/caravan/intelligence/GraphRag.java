package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import dev.caravan.intelligence.ckb.CkbAnswer;
import dev.caravan.intelligence.ckb.CkbQuestion;
import dev.caravan.intelligence.index.CodeIndex;
import dev.caravan.intelligence.index.RankedChunk;
import dev.caravan.intelligence.index.IndexState;
import dev.caravan.intelligence.index.StoredChunk;
import dev.caravan.intelligence.index.Workspace;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.springframework.stereotype.Component;

/** {@code ci_graph_rag}: searches by words and by meaning, follows calls from the results, and fuses the three rankings. */
@Component("graphRag")
public class GraphRag {

    private static final String SOUGHT = "graphRag";
    private static final int RANKED = 200;
    private static final int ANCHORS = 5;
    private static final int DEEPEST_OF_CKB = 4;

    private final QueryContext opening;
    private final CodeIndex index;
    private final Expansion expansion;
    private final Contents contents;
    private final Metadata metadata;

    GraphRag(QueryContext opening, CodeIndex index, Expansion expansion, Contents contents, Metadata metadata) {
        this.opening = opening;
        this.index = index;
        this.expansion = expansion;
        this.contents = contents;
        this.metadata = metadata;
    }

    /**
     * A request with the text search's results.
     *
     * @param anchors definitions from which calls are followed
     */
    record Sought(IntelligenceArguments arguments, Workspace workspace, IndexState state, List<RankedChunk> words, List<RankedChunk> meaning,
            List<Anchor> anchors, long begun) {
    }

    /** Searches by text, and prepares the question for CKB. */
    public void seek(Exchange exchange, @Body Map<String, Object> given) throws ToolException, InterruptedException {
        long begun = System.nanoTime();
        IntelligenceArguments arguments = new IntelligenceArguments(given);
        Workspace workspace = opening.workspace(arguments);
        IndexState state = opening.state(workspace);
        String query = arguments.text("query");
        List<RankedChunk> words = state.isEmpty() ? List.of() : index.byWords(workspace, query, RANKED);
        List<RankedChunk> meaning = state.isEmpty() ? List.of() : index.byMeaning(workspace, query, RANKED);
        int depth = arguments.number("depth", 1);
        List<Anchor> anchors = depth == 0 ? List.of() : expansion.anchors(workspace, Fusion.ofText(words, meaning, TestSources.forQuery(query)).candidates().stream().limit(ANCHORS).toList());
        exchange.setProperty(SOUGHT, new Sought(arguments, workspace, state, words, meaning, anchors, begun));
        exchange.setProperty(CkbQuestion.PROPERTY, opening.question(workspace, depth == 0 ? List.of() : Anchor.names(anchors, query), "both", depth));
    }

    /** Returns the tool's result. */
    public ObjectNode answer(@ExchangeProperty(SOUGHT) Sought sought, @ExchangeProperty(CkbAnswer.PROPERTY) CkbAnswer answered) throws ToolException {
        CkbAnswer ckb = opening.answer(sought.workspace(), answered);
        boolean indexed = !sought.state().isEmpty();
        if (!indexed && ckb.nodes().isEmpty()) {
            opening.failUnindexed(sought.workspace(), sought.state(), metadata.of(ckb, 0, false));
        }
        int wanted = sought.arguments().number("depth", 1);
        boolean byCkb = wanted > 0 && ckb.available() && ckb.graph() && !ckb.nodes().isEmpty();
        boolean local = !byCkb && wanted > 0 && sought.state().hasGraph();
        TestSources weights = TestSources.forQuery(sought.arguments().text("query"));
        Map<StoredChunk, Integer> calls = Map.of();
        boolean late = false;
        try {
            calls = byCkb ? expansion.byCkb(sought.workspace(), ckb, sought.anchors(), weights)
                    : local ? expansion.local(sought.workspace(), sought.anchors(), wanted, weights) : Map.of();
        } catch (BoundedGraph.LateException e) {
            late = true;
        }
        int used = byCkb ? Math.min(wanted, DEEPEST_OF_CKB) : local && !late ? wanted : 0;
        List<Candidate> all = new Fusion(sought.words(), sought.meaning(), calls, byCkb ? "ckb" : "graph", weights).candidates();
        double least = sought.arguments().fraction("min_relevance", 0);
        List<Candidate> relevant = all.stream().filter(candidate -> candidate.relevance() >= least).limit(sought.arguments().number("top_k", 10)).toList();
        Map<Candidate, String> texts = contents.of(sought.workspace(), relevant);
        TokenBudget budget = TokenBudget.of(List.copyOf(texts.keySet()), texts, sought.arguments().number("budget", 8_000));

        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode candidates = result.putArray("candidates");
        budget.kept().forEach(candidate -> candidates.add(candidate.json(texts.get(candidate))));
        ObjectNode said = metadata.of(ckb, used, sought.state().hasGraph());
        if (wanted > 0 && !byCkb) {
            metadata.withoutCkb(said, ckb, sought.state().hasGraph());
        }
        if (used != wanted) {
            said.put("fusion_depth_requested", wanted);
        }
        said.put("total_candidates", relevant.size());
        said.put("keyword_candidates", files(sought.words().stream().map(RankedChunk::chunk).toList()));
        said.put("embedding_candidates", files(sought.meaning().stream().map(RankedChunk::chunk).toList()));
        said.put("graph_candidates", files(List.copyOf(calls.keySet())));
        said.put("token_count", budget.tokens());
        if (budget.kept().size() < texts.size()) {
            said.put("truncated", true);
        }
        metadata.about(said, sought.workspace(), sought.state(), sought.begun());
        if (late) {
            said.put("warning", "Calls were not followed, since there are too many; use a smaller depth or a narrower query");
        }
        result.set("metadata", said);
        return result;
    }

    private static long files(List<StoredChunk> chunks) {
        return chunks.stream().map(StoredChunk::path).distinct().count();
    }
}
