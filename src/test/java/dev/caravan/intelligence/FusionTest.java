package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.intelligence.index.RankedChunk;
import dev.caravan.intelligence.index.StoredChunk;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fusion puts code before tests and documentation, and counts the first ranks more than the later ones. */
class FusionTest {

    @Test
    void codeComesBeforeTestsAndDocumentationUnlessTheQueryAsksForThem() {
        List<RankedChunk> found = List.of(found("docs/till.md", 1.0), found("src/test/TillTest.java", 0.99), found("src/Till.java", 0.95));

        assertThat(paths(found, found, "how does the till print?")).containsExactly("src/Till.java", "docs/till.md",
                "src/test/TillTest.java");
        assertThat(paths(found, found, "which page of the documentation tells how the till prints?")).startsWith("docs/till.md");
        assertThat(paths(found, found, "打印小票的手册在哪里？")).startsWith("docs/till.md");
        assertThat(paths(found, found, "which test shows how the till prints?")).startsWith("src/test/TillTest.java");
        assertThat(paths(found, found, "which documents does the till print?")).startsWith("src/Till.java");
    }

    @Test
    void theFirstOfOneRankingComesBeforeWhatIsLateInBoth() {
        List<RankedChunk> words = new ArrayList<>();
        List<RankedChunk> meaning = new ArrayList<>(List.of(found("Best.java", 0.9)));
        for (int i = 0; i < 40; i++) {
            words.add(found("words" + i + ".java", 50 - i));
            meaning.add(found("meaning" + i + ".java", 0.8 - i / 1000.0));
        }
        words.add(found("Late.java", 1));
        meaning.add(found("Late.java", 0.5));

        assertThat(paths(words, meaning, "what is best?").get(0)).isEqualTo("Best.java");
        assertThat(paths(words, meaning, "what is best?").indexOf("Late.java")).isGreaterThan(10);
    }

    private static RankedChunk found(String path, double score) {
        return new RankedChunk(new StoredChunk(path, 1, 9, ""), score);
    }

    private static List<String> paths(List<RankedChunk> words, List<RankedChunk> meaning, String query) {
        FusionWeights weights = new FusionWeights(0.3, 0.5, 0, LesserFiles.tests(query, 0.6, 0.9, 1),
                LesserFiles.documentation(query, 0.6, 0.9), 5);
        return Fusion.ofText(words, meaning, weights).candidates().stream().map(candidate -> candidate.chunk().path()).toList();
    }
}
