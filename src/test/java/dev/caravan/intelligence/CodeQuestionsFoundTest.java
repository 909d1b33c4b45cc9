package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.intelligence.CodeRetrieval.By;
import dev.caravan.intelligence.index.CodeGateway;
import dev.caravan.retrieval.LocalEmbedder;
import dev.caravan.retrieval.LocalModel;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Questions in a user's words about the sources of jsoup find a right file among the first five. */
@Tag("nightly")
@Timeout(600)
class CodeQuestionsFoundTest {

    @TempDir
    Path sources;

    @Test
    void rightFileIsAmongTheFirstFive() throws Exception {
        JsonNode questions = CodeQuestions.all();
        CodeQuestions.unpack(sources);
        assertThat(questions).hasSize(30);
        questions.forEach(question -> question.get("files").forEach(file -> assertThat(sources.resolve(file.textValue())).isRegularFile()));
        try (LocalEmbedder model = new LocalEmbedder(LocalModel.ENGLISH, 32, 2);
                CodeGateway gateway = new CodeGateway("questions" + UUID.randomUUID(), sources, model, List.of())) {
            gateway.built();
            CodeRetrieval retrieval = CodeRetrieval.measured(gateway, questions);
            gateway.builds.clear(gateway.workspace);

            assertThat(retrieval.hitAt(5, By.ALL_FUSED)).as(String.join("\n", retrieval.lines())).isGreaterThanOrEqualTo(0.93)
                    .isGreaterThanOrEqualTo(retrieval.hitAt(5, By.WORDS));
            assertThat(retrieval.meanReciprocalRank(By.ALL_FUSED)).isGreaterThan(retrieval.meanReciprocalRank(By.WORDS));
        }
    }
}
