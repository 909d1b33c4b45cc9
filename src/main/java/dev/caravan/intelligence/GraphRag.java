package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import dev.caravan.intelligence.ckb.CkbAnswer;
import dev.caravan.intelligence.ckb.CkbQuestion;
import dev.caravan.intelligence.index.CodeIndex;
import dev.caravan.intelligence.index.RankedChunk;
import dev.caravan.intelligence.index.StoredChunk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** {@code ci_graph_rag}: searches by words and by meaning, follows calls from the results, and fuses the three rankings. */
@Component("graphRag")
public record GraphRag(CodeQueries queries, Expansion expansion, Contents contents, Metadata metadata) {

    private static final int DEEPEST_OF_CKB = 4;

    /**
     * Returns the definitions to follow calls from: those of the best candidates by text.
     *
     * @param most maximum number of candidates
     */
    public List<Expansion.Anchor> anchors(@Variable("query") CodeQuery query, @Variable("byWords") List<RankedChunk> words,
            @Variable("byMeaning") List<RankedChunk> meaning,
            @Variable("weights") FusionWeights weights, @Variable("anchorsFrom") int most) {
        return depth(query) == 0 ? List.of()
                : expansion.anchors(query.workspace(), Fusion.ofText(words, meaning, weights).candidates().stream().limit(most).toList());
    }

    /** Builds the question for CKB. */
    public CkbQuestion question(@Variable("query") CodeQuery query, @Variable("anchors") List<Expansion.Anchor> anchors) {
        return queries.question(query.workspace(), depth(query) == 0 ? List.of() : Expansion.Anchor.names(anchors, query.text()), "both",
                depth(query));
    }

    /**
     * Follows calls from the anchors.
     *
     * @param ckb    null if the route doesn't ask CKB
     * @param graphs names of call graphs, separated by commas; the first available graph is used
     * @param most   maximum number of chunks
     * @param time   timeout for following calls in the index
     */
    public FollowedCalls follow(@Variable("query") CodeQuery query, @Variable("anchors") List<Expansion.Anchor> anchors,
            @Variable("weights") FusionWeights weights,
            @Variable("ckb") CkbAnswer ckb, @Variable("graphs") String graphs, @Variable("mostPlaces") int most,
                    @Variable("timeForCalls") Duration time) {
        CkbAnswer answered = queries.answer(query.workspace(), ckb);
        int depth = depth(query);
        for (String graph : depth == 0 ? new String[0] : graphs.split("\\s*,\\s*")) {
            if (graph.equals(CkbAnswer.GRAPH) && answered.available() && answered.graph() && !answered.nodes().isEmpty()) {
                return new FollowedCalls(expansion.byCkb(query.workspace(), answered, anchors, weights.tests(), most), graph,
                        Math.min(depth, DEEPEST_OF_CKB), false);
            }
            if (!graph.equals(CkbAnswer.GRAPH) && query.state().hasGraph() && !query.state().lacksFiles()) {
                try {
                    return expansion.local(query.workspace(), anchors, depth, weights.tests(), most, time);
                } catch (CodeIndex.LateException e) {
                    return new FollowedCalls(Map.of(), graph, 0, true);
                }
            }
        }
        return FollowedCalls.NONE;
    }

    /** Returns the tool's result. */
    public ObjectNode answer(@Variable("query") CodeQuery query, @Variable("byWords") List<RankedChunk> words,
            @Variable("byMeaning") List<RankedChunk> meaning,
            @Variable("followed") FollowedCalls calls, @Variable("weights") FusionWeights weights,
                    @Variable("ckb") CkbAnswer ckb) throws ToolException {
        CkbAnswer answered = queries.answer(query.workspace(), ckb);
        if (query.state().isEmpty() && words.isEmpty() && answered.nodes().isEmpty()) {
            CodeQueries.failUnindexed(query, metadata.of(answered, 0, false));
        }
        IntelligenceArguments arguments = query.arguments();
        List<Candidate> all = new Fusion(words, meaning, calls.chunks(), calls.byCkb() ? "ckb" : "graph", weights).candidates();
        double least = arguments.fraction("min_relevance", 0);
        List<Candidate> relevant = all.stream().filter(candidate -> candidate.relevance() >= least).toList();
        Map<Candidate, String> texts = contents.of(query.workspace(), relevant.stream().limit(arguments.number("top_k", 10)).toList());
        TokenBudget budget = TokenBudget.of(List.copyOf(texts.keySet()), texts, arguments.number("budget", 8_000));

        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode candidates = result.putArray("candidates");
        budget.kept().forEach(candidate -> candidates.add(candidate.json(texts.get(candidate))));
        ObjectNode said = metadata.of(query, answered, calls.depth(), depth(query) > 0 && !calls.byCkb());
        if (calls.graph() != null && !calls.graph().isEmpty()) {
            said.put("graph", calls.graph());
        }
        if (calls.depth() != depth(query)) {
            said.put("fusion_depth_requested", depth(query));
        }
        said.put("total_candidates", relevant.size());
        said.put("keyword_candidates", files(words.stream().map(RankedChunk::chunk).toList()));
        said.put("embedding_candidates", files(meaning.stream().map(RankedChunk::chunk).toList()));
        said.put("graph_candidates", files(List.copyOf(calls.chunks().keySet())));
        said.put("token_count", budget.tokens());
        if (budget.kept().size() < texts.size()) {
            said.put("truncated", true);
        }
        if (calls.late()) {
            said.put("warning", "Calls were not followed, as there are too many: a smaller depth or a narrower query may help");
        }
        result.set("metadata", said);
        return result;
    }

    private static int depth(CodeQuery query) {
        return query.arguments().number("depth", 1);
    }

    private static long files(List<StoredChunk> chunks) {
        return chunks.stream().map(StoredChunk::path).distinct().count();
    }

    /**
     * The chunks that calls lead to from the results by text.
     *
     * @param chunks {chunk: distance in calls}, best first
     * @param graph  call graph that was followed: {@code ckb}, {@code scip}, {@code local} or the last two; null for none
     * @param depth  maximum distance that was followed
     * @param late   whether following the calls took too long
     */
    record FollowedCalls(Map<StoredChunk, Integer> chunks, String graph, int depth, boolean late) {

        static final FollowedCalls NONE = new FollowedCalls(Map.of(), null, 0, false);

        boolean byCkb() {
            return CkbAnswer.GRAPH.equals(graph);
        }
    }

    /**
     * The candidates that fit a number of tokens, best first. It skips a candidate that is larger than the whole budget, and ends at the
     * first that does not fit beside those before it. It never cuts a candidate.
     *
     * @param kept   candidates that fit
     * @param tokens estimated tokens of their contents: a quarter of the characters plus a tenth
     */
    record TokenBudget(List<Candidate> kept, int tokens) {

        /** @param contents of all candidates */
        static TokenBudget of(List<Candidate> candidates, Map<Candidate, String> contents, int budget) {
            List<Candidate> kept = new ArrayList<>();
            int spent = 0;
            for (Candidate candidate : candidates) {
                int tokens = tokens(contents.get(candidate));
                if (tokens > budget) {
                    continue;
                }
                if (spent + tokens > budget) {
                    break;
                }
                spent += tokens;
                kept.add(candidate);
            }
            return new TokenBudget(kept, spent);
        }

        static int tokens(String text) {
            return Math.max(1, (int) Math.ceil(text.codePointCount(0, text.length()) * 1.1 / 4));
        }
    }
}
