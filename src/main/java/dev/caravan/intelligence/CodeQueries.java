package dev.caravan.intelligence;

import dev.caravan.envelope.NotFoundException;
import dev.caravan.intelligence.index.CodeIndex;
import dev.caravan.intelligence.index.RankedChunk;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** The steps that the tools about code share: start a call, rank by words, rank by meaning. */
@Component("codeQueries")
public class CodeQueries {

    private final QueryContext context;
    private final CodeIndex index;

    CodeQueries(QueryContext context, CodeIndex index) {
        this.context = context;
        this.index = index;
    }

    /** Starts a call with the tool's arguments, and triggers a check for changed files that the call does not wait for. */
    public CodeQuery begin(@Body Map<String, Object> given) throws NotFoundException {
        return context.begin(new IntelligenceArguments(given));
    }

    /**
     * Ranks chunks by words, best first.
     *
     * @param most maximum number of chunks
     */
    public List<RankedChunk> byWords(@Variable("query") CodeQuery query, @Variable("ranked") int most) throws InterruptedException {
        return query.state().isEmpty() ? List.of() : index.byWords(query.workspace(), query.text(), most);
    }

    /**
     * Ranks chunks by meaning, best first.
     *
     * @param most maximum number of chunks
     */
    public List<RankedChunk> byMeaning(@Variable("query") CodeQuery query, @Variable("ranked") int most) throws InterruptedException {
        return query.state().isEmpty() ? List.of() : index.byMeaning(query.workspace(), query.text(), most);
    }

    /** Returns the weights of a route that does not follow calls. Tests have full weight if the query asks for tests. */
    public FusionWeights textWeights(@Variable("query") CodeQuery query, @Variable("words") double words, @Variable("meaning") double meaning,
            @Variable("testsByWords") double testsByWords, @Variable("testsByMeaning") double testsByMeaning) {
        return weights(query, words, meaning, 0, testsByWords, testsByMeaning, 1);
    }

    /** Returns the weights of a route that also follows calls. Tests have full weight if the query asks for tests. */
    public FusionWeights weights(@Variable("query") CodeQuery query, @Variable("words") double words, @Variable("meaning") double meaning,
            @Variable("calls") double calls, @Variable("testsByWords") double testsByWords, @Variable("testsByMeaning") double testsByMeaning,
            @Variable("testsByCalls") double testsByCalls) {
        return new FusionWeights(words, meaning, calls, new TestSources(TestSources.isAskedFor(query.text()), testsByWords, testsByMeaning, testsByCalls));
    }
}
