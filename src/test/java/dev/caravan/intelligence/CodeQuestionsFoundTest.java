package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.intelligence.CodeRetrieval.By;
import dev.caravan.intelligence.index.CodeGateway;
import dev.caravan.retrieval.LocalEmbedder;
import dev.caravan.retrieval.LocalModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The right files of the first list's 12 held-out questions are found among a sample of this repository: these files and small ones of the gateway.
 * The model needs minutes for the whole repository; {@code CodeRetrievalBenchmark} measures that.
 */
@Tag("full")
@Timeout(600)
class CodeQuestionsFoundTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SMALL = 3_000;

    @TempDir
    Path sample;

    @Test
    void rightFileIsAmongTheFirstFive() throws Exception {
        JsonNode all = JSON.readTree(Files.readString(Path.of("src/test/resources/retrieval/code-questions.json")));
        ArrayNode questions = JSON.createArrayNode();
        for (int i = 1; i < all.size(); i += 2) {
            questions.add(all.get(i));
        }
        for (String file : files(questions)) {
            Path copy = sample.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(Path.of(file), copy);
        }
        try (LocalEmbedder model = new LocalEmbedder(LocalModel.ENGLISH, 32, 2);
                CodeGateway gateway = new CodeGateway("questions" + UUID.randomUUID(), sample, model, List.of())) {
            gateway.built();
            CodeRetrieval retrieval = CodeRetrieval.measured(gateway, questions);
            gateway.builds.clear(gateway.workspace);

            assertThat(retrieval.hitAt(5, By.ALL_FUSED)).as(String.join("\n", retrieval.lines())).isGreaterThanOrEqualTo(0.84).isGreaterThanOrEqualTo(retrieval.hitAt(5, By.WORDS));
            assertThat(retrieval.meanReciprocalRank(By.ALL_FUSED)).isGreaterThan(retrieval.meanReciprocalRank(By.WORDS));
        }
    }

    private static Set<String> files(ArrayNode questions) throws IOException {
        Set<String> files = new TreeSet<>();
        questions.forEach(question -> question.get("files").forEach(file -> files.add(file.textValue())));
        try (Stream<Path> all = Files.walk(Path.of("src/main/java"))) {
            // by its name, so that a new file does not change which others are in the sample
            all.map(Path::toString).filter(file -> file.endsWith(".java") && Path.of(file).toFile().length() < SMALL && Math.floorMod(file.hashCode(), 12) == 0).forEach(files::add);
        }
        return files;
    }
}
