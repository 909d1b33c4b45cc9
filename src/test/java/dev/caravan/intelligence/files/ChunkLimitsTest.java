package dev.caravan.intelligence.files;

import static dev.caravan.intelligence.files.ChunkChecks.LONGEST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Endless lines, huge files and files without words are cut into a bounded number of short chunks. */
class ChunkLimitsTest {

    @Test
    void windowsLineEndsDoNotShiftLines() {
        List<CodeChunk> chunks = CodeChunker.cut("a.txt", "one\r\n\r\ntwo\r\nthree");

        assertThat(chunks).containsExactly(new CodeChunk("a.txt", 1, 4, "", "a", "one\n\ntwo\nthree"));
    }

    @Test
    void longLineIsSplitBetweenCharacters() {
        String line = "😀文".repeat(2_000);
        List<CodeChunk> chunks = CodeChunker.cut("a.txt", "first\n" + line + "\nlast\n");

        assertThat(chunks).filteredOn(chunk -> chunk.firstLine() == 2 && chunk.lastLine() == 2)
                .allMatch(chunk -> chunk.text().codePoints().noneMatch(c -> c >= 0xD800 && c < 0xE000))
                .extracting(CodeChunk::text).satisfies(parts -> assertThat(String.join("", parts)).isEqualTo(line));
        assertThat(chunks).allMatch(chunk -> chunk.text().length() <= LONGEST);
    }

    @Test
    void hugeFileHasALimitedNumberOfChunks() {
        List<CodeChunk> chunks = CodeChunker.cut("a.txt", "A line of a file that goes on and on and on.\n".repeat(30_000));

        assertThat(chunks).hasSize(400);
        assertThat(chunks.get(0).firstLine()).isEqualTo(1);
    }

    @Test
    void textWithoutWordsHasNoChunk() {
        assertThat(CodeChunker.cut("a.json", "{\n}\n")).isEmpty();
        assertThat(CodeChunker.cut("a.txt", "\n\n---\n")).isEmpty();
    }
}
