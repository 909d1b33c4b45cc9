package dev.caravan.intelligence.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

/** Without an index, the files of a workspace are searched by words. */
class WorkspaceWordsTest {

    private static final Duration TIME = Duration.ofSeconds(20);

    @TempDir
    Path root;

    private final WorkspaceWords words = new WorkspaceWords(
            new IntelligenceProperties(Map.of(), "", "", IntelligenceProperties.Model.ENGLISH, DataSize.ofMegabytes(1),
            Duration.ZERO, false, Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(30)));

    @Test
    void fileWithTheRarestWordsIsFirstAndShowsItsLines() throws Exception {
        write("src/Till.java", "class Till {\n" + "    int filler;\n".repeat(200)
                + "    void printReceiptURLs(int total) {\n        print(total);\n    }\n}\n");
        write("src/Shop.java", "class Shop {\n    int total;\n    int print;\n}\n");
        write("src/Mother.java", "class Mother { int otherprinting; }\n");

        List<RankedChunk> found = find("Where do we print the URL of receipts?");

        assertThat(found).extracting(one -> one.chunk().path()).containsExactly("src/Till.java", "src/Shop.java");
        assertThat(found.get(0).chunk().firstLine()).isBetween(180, 202);
        assertThat(found.get(0).chunk().lastLine()).isGreaterThanOrEqualTo(204);
        assertThat(found.get(0).score()).isGreaterThan(found.get(1).score());
    }

    @Test
    void pathsAndChineseTextCount() throws Exception {
        write("billing/run.py", "x = 1\n");
        write("docs/退款.md", "# 退款\n\n顾客在两周内收到退款。\n");

        assertThat(find("billing")).extracting(one -> one.chunk().path()).containsExactly("billing/run.py");
        assertThat(find("怎样退款")).extracting(one -> one.chunk().path()).containsExactly("docs/退款.md");
    }

    @Test
    void filesExcludedFromTheIndexAreLeftOut() throws Exception {
        write(".gitignore", "secret.txt\n");
        write("secret.txt", "zebra\n");
        write("own/zebra.bin", "\0zebra");
        Path outside = Files.writeString(Files.createTempDirectory(root.getParent(), "outside").resolve("zebra.txt"), "zebra\n");
        Files.createSymbolicLink(root.resolve("link.txt"), outside);

        assertThat(find("zebra")).isEmpty();
        assertThat(find("?!")).isEmpty();
    }

    @Test
    void timeAndNumberOfFilesAreLimited() throws Exception {
        for (int i = 0; i < 60; i++) {
            write("f" + i + ".txt", "zebra ".repeat(i + 1) + "\n");
        }

        assertThat(find("zebra")).hasSize(50);
        assertThat(words.find(workspace(), "zebra", 3, TIME)).hasSize(3);
        assertThat(words.find(workspace(), "zebra", 200, Duration.ZERO)).isEmpty();
        assertThatThrownBy(() -> words.find(new Workspace("gone", root.resolve("gone"), List.of(), root, null), "zebra", 5, TIME))
                .isInstanceOf(IOException.class);
        assertThat(find("zebra")).as("a failed search gives its turn back").isNotEmpty();
    }

    private List<RankedChunk> find(String query) throws Exception {
        return words.find(workspace(), query, 200, TIME);
    }

    private Workspace workspace() {
        return new Workspace("here", root, List.of(), root, null);
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
