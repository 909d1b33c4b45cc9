package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What holds for the chunks of any text. */
final class ChunkChecks {

    private ChunkChecks() {
    }

    static void check(Chunks cut, String text) {
        int[] points = text.codePoints().toArray();
        BitSet boundaries = graphemes(text);
        BitSet covered = new BitSet();
        int last = -1;
        for (int i = 0; i < cut.chunks().size(); i++) {
            Chunker.Chunk chunk = cut.chunks().get(i);
            assertThat(chunk.index()).isEqualTo(i);
            assertThat(chunk.total()).isEqualTo(cut.chunks().size()).isLessThanOrEqualTo(500);
            assertThat(chunk.text()).isEqualTo(new String(points, chunk.charStart(), chunk.charEnd() - chunk.charStart()));
            assertThat(chunk.text()).isNotBlank();
            assertThat(chunk.charEnd() - chunk.charStart()).isBetween(1, 1_000);
            assertThat(chunk.charStart()).isGreaterThan(last);
            assertThat(boundaries.get(chunk.charEnd()) || graphemeIsLong(boundaries, chunk.charEnd())).as("grapheme at " + chunk.charEnd())
                    .isTrue();
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
