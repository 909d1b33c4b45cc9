package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import dev.caravan.intelligence.ckb.CkbAnswer;
import dev.caravan.intelligence.index.RankedChunk;
import java.util.List;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** {@code ci_search}: fuses the results by words only, or by meaning and words. */
@Component("codeSearch")
public record CodeSearch(CodeQueries queries, Contents contents, Metadata metadata) {

    /**
     * Returns the tool's result.
     *
     * @param meaning null for a search by words only
     * @param ckb     null if the route doesn't ask CKB
     */
    public ObjectNode answer(@Variable("query") CodeQuery query, @Variable("byWords") List<RankedChunk> words,
            @Variable("byMeaning") List<RankedChunk> meaning,
            @Variable("weights") FusionWeights weights, @Variable("ckb") CkbAnswer ckb) throws ToolException {
        List<Candidate> found = Fusion.ofText(words, meaning == null ? List.of() : meaning, weights).candidates();
        CkbAnswer answered = queries.answer(query.workspace(), ckb);
        if (query.state().isEmpty() && words.isEmpty()) {
            CodeQueries.failUnindexed(query, metadata.of(answered, 0, false));
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode candidates = result.putArray("candidates");
        contents.of(query.workspace(), found.stream().limit(query.arguments().number("limit", 10)).toList())
                .forEach((candidate, text) -> candidates.add(candidate.json(text)));
        result.set("metadata", metadata.of(query, answered, 0, false).put("total_candidates", found.size()));
        return result;
    }
}
