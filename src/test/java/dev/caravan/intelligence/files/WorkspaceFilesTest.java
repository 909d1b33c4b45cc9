package dev.caravan.intelligence.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The walk finds every file of a workspace once and in order, whatever it is named. */
class WorkspaceFilesTest extends WorkspaceTest {

    @Test
    void filesAreSortedByPath() throws IOException {
        tree.files("b.txt", "a/z.txt", "a.txt", "a-b/c.txt", "a/b/c/d.txt", "Z.txt", "a0");

        assertThat(tree.found()).containsExactly("Z.txt", "a-b/c.txt", "a.txt", "a/b/c/d.txt", "a/z.txt", "a0", "b.txt").isSorted();
    }

    @Test
    void fileHasItsSizeAndModificationTime() throws IOException {
        Path file = tree.file("src/主.txt", "文字");
        Instant changed = Instant.parse("2026-11-22T10:11:12.123456Z");
        Files.setLastModifiedTime(file, FileTime.from(changed));

        WorkspaceFiles walk = WorkspaceFiles.in(root, List.of());

        long nanos = changed.getEpochSecond() * 1_000_000_000 + 123_456_000;
        assertThat(walk.found()).containsExactly(new FoundFile("src/主.txt", file.toRealPath(), 6, nanos));
    }

    @Test
    void fileNamesMayHaveAnyCharacter() throws IOException {
        String[] names = {"with space.txt", "中文/文件 一.txt", "emoji 😀.txt", "plus+percent%41.txt", "tab\tnew\nline.txt", "quote'\"$(x)`.txt",
            "back\\slash.txt", "[brackets]*?.txt",
            "-rf", "é.txt", "e\u0301.txt"};
        tree.files(names);

        assertThat(tree.found()).containsExactlyInAnyOrder(names);
        for (FoundFile found : WorkspaceFiles.in(root, List.of()).found()) {
            assertThat(Files.readString(found.file())).isEqualTo("text of " + found.path());
        }
    }

    @Test
    void eachOfThousandsOfFilesIsFoundOnce() throws IOException {
        TreeSet<String> expected = new TreeSet<>();
        for (int i = 0; i < 3_000; i++) {
            String path = "d" + i % 7 + "/e" + i % 61 + "/f" + i + ".txt";
            tree.file(path, "x");
            if (i % 7 != 3) {
                expected.add(path);
            }
        }

        assertThat(tree.found("d3/")).containsExactlyElementsOf(expected);
    }

    @Test
    void deeplyNestedDirectoriesAreFound() throws IOException {
        String deep = "d/".repeat(300) + "f.txt";
        tree.files(deep);

        assertThat(tree.found()).containsExactly(deep);
    }
}
