package dev.caravan.search;

import static dev.caravan.search.ChunkChecks.check;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The chunks of any text cover it, at most 500 of them, and no character that a reader sees is cut. */
@Tag("full")
class ChunkCoverageTest {

    @Test
    void textBeyondFiveHundredChunksIsLeftOutAndReported() {
        Chunks cut = Chunker.cut("字".repeat(500_000));

        assertThat(cut.whole()).isFalse();
        check(cut, "字".repeat(500_000));
        assertThat(cut.chunks()).hasSize(500);
    }

    @Test
    void aFamilyOfEmojiStaysTogether() {
        String family = "👨‍👩‍👧‍👦";
        String text = "x" + family.repeat(1_000);

        for (Chunker.Chunk chunk : Chunker.cut(text).chunks()) {
            assertThat(chunk.text().replace(family, "")).isIn("", "x");
        }
        check(Chunker.cut(text), text);
    }

    @Test
    void longGraphemeIsSplitBetweenCodePoints() {
        String text = "ab" + "e" + "\u0301".repeat(5_000) + "cd";

        check(Chunker.cut(text), text);
    }

    @Test
    void chunksAreSubstringsThatCoverTheText() {
        Random random = new Random(1);
        List<IntSupplier> alphabets = List.of(
                () -> random.nextInt(0x110000),
                () -> "word and. \n！。，\u3000\r".codePointAt(random.nextInt(14)),
                () -> 0x4e00 + random.nextInt(20_000),
                () -> random.nextInt(8) == 0 ? 0x200d : 0x1f468 + random.nextInt(3),
                () -> random.nextInt(3) > 0 ? 0x0301 : 'e',
                () -> 0x1f1e6 + random.nextInt(26),
                () -> random.nextInt(400) == 0 ? ' ' : 'x',
                () -> random.nextInt(2_000) == 0 ? 'x' : '\n');
        for (int run = 0; run < 400; run++) {
            IntSupplier alphabet = alphabets.get(run % alphabets.size());
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(8_000);
            for (int i = 0; i < length; i++) {
                int codePoint = alphabet.getAsInt();
                text.appendCodePoint(codePoint >= 0xd800 && codePoint < 0xe000 ? '-' : codePoint);
            }
            check(Chunker.cut(text.toString()), text.toString());
        }
    }
}
