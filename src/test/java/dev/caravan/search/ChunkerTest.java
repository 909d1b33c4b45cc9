package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A text is cut into chunks at its best places, which overlap and leave out gaps. */
class ChunkerTest {

    @Test
    void aShortStringIsOneChunk() {
        Chunks cut = Chunker.cut("退货须在七天内申请。😀");

        assertThat(cut.chunks()).containsExactly(new Chunker.Chunk(0, 1, 0, 11, "退货须在七天内申请。😀"));
        assertThat(cut.whole()).isTrue();
    }

    @Test
    void hashCoversTheWholeValue() {
        assertThat(Chunker.cut("abc").contentHash()).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(Chunker.cut("文".repeat(5_000)).contentHash()).isEqualTo(Chunker.cut("文".repeat(5_000)).contentHash());
    }

    @Test
    void textIsSplitAtParagraphsThenSentencesThenWords() {
        String sentence = "The pump runs dry and stops. ";
        String first = sentence.repeat(22);

        assertThat(Chunker.cut(first + "\n\n" + sentence.repeat(30)).chunks().get(0).text()).isEqualTo(first + "\n\n");
        assertThat(Chunker.cut(sentence.repeat(60)).chunks())
                .allMatch(chunk -> chunk.text().endsWith(". ") && chunk.text().startsWith("The"));
        assertThat(Chunker.cut("pump ".repeat(500)).chunks())
                .allMatch(chunk -> chunk.text().endsWith("pump ") && chunk.text().startsWith("pump"));
        assertThat(Chunker.cut("“水泵空转会停机。”他说！".repeat(200)).chunks())
                .allMatch(chunk -> chunk.text().matches("(?s).*[”！]") && chunk.text().matches("(?s)[“他].*"));
    }

    @Test
    void chunksOverlap() {
        List<Chunker.Chunk> chunks = Chunker.cut("水泵空转会停机".repeat(1_000)).chunks();

        for (int i = 1; i < chunks.size(); i++) {
            assertThat(chunks.get(i - 1).charEnd() - chunks.get(i).charStart()).isEqualTo(200);
        }
    }

    @Test
    void blankStringsHaveNoChunks() {
        for (String blank : List.of("", " ", "\n".repeat(5_000), " \t\u3000\u00a0\u2028".repeat(3_000))) {
            assertThat(Chunker.cut(blank).chunks()).isEmpty();
            assertThat(Chunker.cut(blank).whole()).isTrue();
        }
    }

    @Test
    void longGapsAreSkipped() {
        List<Chunker.Chunk> chunks = Chunker.cut("before" + "\n".repeat(2_000_000) + "after").chunks();

        assertThat(chunks).hasSize(2);
        assertThat(chunks.get(0).text()).startsWith("before");
        assertThat(chunks.get(1).text()).isEqualTo("\nafter");
        assertThat(chunks.get(1).charEnd()).isEqualTo(2_000_011);
    }
}
