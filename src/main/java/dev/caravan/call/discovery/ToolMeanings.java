package dev.caravan.call.discovery;

import dev.caravan.retrieval.QuestionModels;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

/** The vectors of tools and questions, by the embedding model that knows the language of the question best. */
@Component
class ToolMeanings {

    /**
     * One model.
     *
     * @param vectors  of tools and questions
     * @param noAnswer similarity that texts without a common meaning reach; it differs between models
     */
    record Model(ToolVectors vectors, double noAnswer) {
    }

    private static final Pattern OTHER_SCRIPT = Pattern.compile("[\\p{L}&&[^\\p{IsLatin}]]");
    private static final double USUAL = 0.5;
    private static final double ENGLISH = 0.61;

    private final Model usual;
    private final Model english;

    ToolMeanings(CamelContext context, QuestionModels models) {
        this.usual = new Model(new ToolVectors(context, models.usual()), USUAL);
        this.english = models.english() == models.usual() ? usual : new Model(new ToolVectors(context, models.english()), ENGLISH);
    }

    /** Returns the model for this question. */
    Model of(String question) {
        return OTHER_SCRIPT.matcher(question).find() ? usual : english;
    }
}
