package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The questions that measure code retrieval name files that exist, since a file that moved would count as not found. */
class CodeQuestionsTest {

    @Test
    void everyQuestionHasRightFilesThatExist() throws IOException {
        List<String> files = new ArrayList<>();
        for (String name : List.of("code-questions.json", "code-questions-more.json")) {
            JsonNode questions = new ObjectMapper().readTree(CodeQuestionsTest.class.getResource("/retrieval/" + name));
            assertThat(questions).as(name).hasSize(25).allMatch(question -> question.get("question").asText().length() > 10 && !question.get("files").isEmpty());
            questions.forEach(question -> question.get("files").forEach(file -> files.add(file.textValue())));
        }

        assertThat(files).allSatisfy(file -> assertThat(Path.of(file)).isRegularFile());
    }
}
