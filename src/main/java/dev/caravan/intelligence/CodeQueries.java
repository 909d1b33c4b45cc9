package dev.caravan.intelligence;

import dev.caravan.envelope.NotFoundException;
import dev.caravan.intelligence.index.CodeIndex;
import dev.caravan.intelligence.index.RankedChunk;
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
public record CodeQueries(QueryContext context, CodeIndex index, WorkspaceWords files) {

    private static final Logger LOG = LoggerFactory.getLogger(CodeQueries.class);
    private static final Duration TIME_FOR_FILES = Duration.ofSeconds(2);

    /** Starts a call with the tool's arguments, and triggers a check for changed files that the call does not wait for. */
    public CodeQuery begin(@Body Map<String, Object> given) throws NotFoundException {
        return context.begin(new IntelligenceArguments(given));
    }

    /**
     * Ranks chunks by words, best first. Until the first build of the index has ended, it searches the files themselves.
     *
     * @param most maximum number of chunks
     * @param time for reading files without an index; null for 2 seconds
     */
    public List<RankedChunk> byWords(@Variable("query") CodeQuery query, @Variable("ranked") int most,
            @Variable("timeForFiles") Duration time)
            throws InterruptedException {
        if (!query.state().lacksFiles()) {
            return index.byWords(query.workspace(), query.text(), most);
        }
        try {
            return files.find(query.workspace(), query.text(), most, time == null ? TIME_FOR_FILES : time);
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

    /** Returns the weights of a route that does not follow calls. Tests and documentation have full weight if the query asks for them. */
    public FusionWeights textWeights(@Variable("query") CodeQuery query, @Variable("words") double words,
            @Variable("meaning") double meaning,
            @Variable("testsByWords") double testsByWords, @Variable("testsByMeaning") double testsByMeaning,
            @Variable("docsByWords") double docsByWords, @Variable("docsByMeaning") double docsByMeaning, @Variable("rankConstant") int k) {
        return weights(query, words, meaning, 0, testsByWords, testsByMeaning, 1, docsByWords, docsByMeaning, k);
    }

    /** Returns the weights of a route that also follows calls. Tests and documentation have full weight if the query asks for them. */
    public FusionWeights weights(@Variable("query") CodeQuery query, @Variable("words") double words, @Variable("meaning") double meaning,
            @Variable("calls") double calls, @Variable("testsByWords") double testsByWords,
            @Variable("testsByMeaning") double testsByMeaning,
            @Variable("testsByCalls") double testsByCalls, @Variable("docsByWords") double docsByWords,
            @Variable("docsByMeaning") double docsByMeaning, @Variable("rankConstant") int k) {
        String text = query.text();
        return new FusionWeights(words, meaning, calls, LesserFiles.tests(text, testsByWords, testsByMeaning, testsByCalls),
                LesserFiles.documentation(text, docsByWords, docsByMeaning), k);
    }
}
