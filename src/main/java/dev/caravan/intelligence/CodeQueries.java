package dev.caravan.intelligence;

import dev.caravan.envelope.NotFoundException;
import dev.caravan.intelligence.index.CodeIndex;
import dev.caravan.intelligence.index.RankedChunk;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** The steps that tools about code share: begin, rank by words, rank by meaning. */
@Component("codeQueries")
public class CodeQueries {

    private final QueryContext context;
    private final CodeIndex index;

    CodeQueries(QueryContext context, CodeIndex index) {
        this.context = context;
        this.index = index;
    }

    /** Begins a call with the tool's arguments; changed files are indexed in the background. */
    public CodeQuery begin(@Body Map<String, Object> given) throws NotFoundException {
        return context.begin(new IntelligenceArguments(given));
    }

    /** @param most pieces of files */
    public List<RankedChunk> byWords(@Variable("query") CodeQuery query, @Variable("ranked") int most) throws InterruptedException {
        return query.state().isEmpty() ? List.of() : index.byWords(query.workspace(), query.text(), most);
    }

    /** @param most pieces of files */
    public List<RankedChunk> byMeaning(@Variable("query") CodeQuery query, @Variable("ranked") int most) throws InterruptedException {
        return query.state().isEmpty() ? List.of() : index.byMeaning(query.workspace(), query.text(), most);
    }

    /** The numbers of a route that follows no calls. Tests count fully if the query asks for tests. */
    public FusionWeights textWeights(@Variable("query") CodeQuery query, @Variable("words") double words, @Variable("meaning") double meaning,
            @Variable("testsByWords") double testsByWords, @Variable("testsByMeaning") double testsByMeaning) {
        return weights(query, words, meaning, 0, testsByWords, testsByMeaning, 1);
    }

    /** The numbers of a route that follows calls too. */
    public FusionWeights weights(@Variable("query") CodeQuery query, @Variable("words") double words, @Variable("meaning") double meaning,
            @Variable("calls") double calls, @Variable("testsByWords") double testsByWords, @Variable("testsByMeaning") double testsByMeaning,
            @Variable("testsByCalls") double testsByCalls) {
        return new FusionWeights(words, meaning, calls, new TestSources(TestSources.isAskedFor(query.text()), testsByWords, testsByMeaning, testsByCalls));
    }
}
