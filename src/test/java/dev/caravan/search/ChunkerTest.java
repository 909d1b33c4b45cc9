package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ChunkerTest {

    @Test
    void aShortStringIsOneChunk() {
        Chunks cut = Chunker.cut("退货须在七天内申请。😀");

        assertThat(cut.chunks()).containsExactly(new Chunk(0, 1, 0, 11, "退货须在七天内申请。😀"));
        assertThat(cut.whole()).isTrue();
    }

    @Test
    void theHashIsThatOfTheWholeValue() {
        assertThat(Chunker.cut("abc").contentHash()).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(Chunker.cut("文".repeat(5_000)).contentHash()).isEqualTo(Chunker.cut("文".repeat(5_000)).contentHash());
    }

    @Test
    void paragraphsAreCutBeforeSentencesAndSentencesBeforeWords() {
        String sentence = "The pump runs dry and stops. ";
        String first = sentence.repeat(22);

        assertThat(Chunker.cut(first + "\n\n" + sentence.repeat(30)).chunks().get(0).text()).isEqualTo(first + "\n\n");
        assertThat(Chunker.cut(sentence.repeat(60)).chunks()).allMatch(chunk -> chunk.text().endsWith(". ") && chunk.text().startsWith("The"));
        assertThat(Chunker.cut("pump ".repeat(500)).chunks()).allMatch(chunk -> chunk.text().endsWith("pump ") && chunk.text().startsWith("pump"));
        assertThat(Chunker.cut("“水泵空转会停机。”他说！".repeat(200)).chunks()).allMatch(chunk -> chunk.text().matches("(?s).*[”！]") && chunk.text().matches("(?s)[“他].*"));
    }

    @Test
    void chunksOverlap() {
        List<Chunk> chunks = Chunker.cut("水泵空转会停机".repeat(1_000)).chunks();

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
        List<Chunk> chunks = Chunker.cut("before" + "\n".repeat(2_000_000) + "after").chunks();

        assertThat(chunks).hasSize(2);
        assertThat(chunks.get(0).text()).startsWith("before");
        assertThat(chunks.get(1).text()).isEqualTo("\nafter");
        assertThat(chunks.get(1).charEnd()).isEqualTo(2_000_011);
    }

    @Test
    void whatIsBeyondFiveHundredChunksIsLeftOutAndSaid() {
        Chunks cut = Chunker.cut("字".repeat(500_000));

        assertThat(cut.whole()).isFalse();
        check(cut, "字".repeat(500_000));
        assertThat(cut.chunks()).hasSize(500);
    }

    @Test
    void aFamilyOfEmojiStaysTogether() {
        String family = "👨‍👩‍👧‍👦";
        String text = "x" + family.repeat(1_000);

        for (Chunk chunk : Chunker.cut(text).chunks()) {
            assertThat(chunk.text().replace(family, "")).isIn("", "x");
        }
        check(Chunker.cut(text), text);
    }

    @Test
    void aGraphemeThatIsLongerThanAChunkIsCutBetweenCodePoints() {
        String text = "ab" + "e" + "\u0301".repeat(5_000) + "cd";

        check(Chunker.cut(text), text);
    }

    @Test
    void anyTextIsCoveredByItsOwnSubstrings() {
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

    private static void check(Chunks cut, String text) {
        int[] points = text.codePoints().toArray();
        BitSet boundaries = graphemes(text);
        BitSet covered = new BitSet();
        int last = -1;
        for (int i = 0; i < cut.chunks().size(); i++) {
            Chunk chunk = cut.chunks().get(i);
            assertThat(chunk.index()).isEqualTo(i);
            assertThat(chunk.total()).isEqualTo(cut.chunks().size()).isLessThanOrEqualTo(500);
            assertThat(chunk.text()).isEqualTo(new String(points, chunk.charStart(), chunk.charEnd() - chunk.charStart()));
            assertThat(chunk.text()).isNotBlank();
            assertThat(chunk.charEnd() - chunk.charStart()).isBetween(1, 1_000);
            assertThat(chunk.charStart()).isGreaterThan(last);
            assertThat(boundaries.get(chunk.charEnd()) || graphemeIsLong(boundaries, chunk.charEnd())).as("grapheme at " + chunk.charEnd()).isTrue();
            if (i > 0) {
                assertThat(cut.chunks().get(i - 1).charEnd() - chunk.charStart()).isLessThanOrEqualTo(200);
            }
            last = chunk.charStart();
            covered.set(chunk.charStart(), chunk.charEnd());
        }
        int end = cut.whole() ? points.length : cut.chunks().get(499).charEnd();
        for (int i = 0; i < end; i++) {
            assertThat(covered.get(i) || Window.isSpace(points[i])).as("code point " + i).isTrue();
        }
    }

    private static BitSet graphemes(String text) {
        BitSet boundaries = new BitSet();
        boundaries.set(0);
        int points = 0;
        for (Matcher matcher = Pattern.compile("\\X").matcher(text); matcher.find(); ) {
            points += matcher.group().codePointCount(0, matcher.group().length());
            boundaries.set(points);
        }
        return boundaries;
    }

    private static boolean graphemeIsLong(BitSet boundaries, int inside) {
        return boundaries.nextSetBit(inside) - boundaries.previousSetBit(inside) > 1_000 - 500;
    }
}
