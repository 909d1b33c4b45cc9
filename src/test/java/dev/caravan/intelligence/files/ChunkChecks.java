package dev.caravan.intelligence.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.intelligence.code.Language;
import dev.caravan.intelligence.code.SourceFile;
import dev.caravan.intelligence.code.SourceParser;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.code.SymbolKind;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;

/** Cuts and checks that the tests of {@link CodeChunker} share. */
final class ChunkChecks {

    static final int LONGEST = 2_000;
    private static final Pattern IMPORT = Pattern.compile("(?:import|package) .*;");

    private ChunkChecks() {
    }

    /** No chunk is too long, each has its file's lines, and every line that has a word is in one. */
    static void assertCovered(String path, String text, List<CodeChunk> chunks) {
        String[] lines = text.replace("\r\n", "\n").split("\n", -1);
        BitSet covered = new BitSet();
        for (CodeChunk chunk : chunks) {
            assertThat(chunk.text().length()).as("%s:%d", path, chunk.firstLine()).isLessThanOrEqualTo(LONGEST);
            assertThat(chunk.text()).as("%s:%d", path, chunk.firstLine()).containsPattern("[\\p{L}\\p{N}]");
            String[] own = chunk.text().split("\n", -1);
            if (chunk.firstLine() == chunk.lastLine()) {
                assertThat(lines[chunk.firstLine() - 1]).contains(chunk.text());
                covered.set(chunk.firstLine());
                continue;
            }
            assertThat(own[0]).isEqualTo(lines[chunk.firstLine() - 1]);
            assertThat(own[own.length - 1]).isEqualTo(lines[chunk.lastLine() - 1]);
            int number = chunk.firstLine();
            for (String line : own) {
                while (number <= chunk.lastLine() && !lines[number - 1].equals(line)) {
                    number++;
                }
                assertThat(number).as("%s has a line that is not there: %s", chunk, line).isLessThanOrEqualTo(chunk.lastLine());
                covered.set(number++);
            }
        }
        assertThat(chunks).as(path).hasSizeLessThan(CodeChunker.MOST);
        for (int number = 1; number <= lines.length; number++) {
            String line = lines[number - 1];
            boolean needed = line.codePoints().anyMatch(Character::isLetterOrDigit) && !IMPORT.matcher(line).matches();
            assertThat(covered.get(number) || !needed).as("%s:%d %s", path, number, line).isTrue();
        }
    }

    static void assertContiguous(List<CodeChunk> chunks, String text) {
        List<String> lines = List.of(text.split("\n", -1));
        assertThat(chunks).allMatch(chunk -> chunk.firstLine() == chunk.lastLine()
                || chunk.text().equals(String.join("\n", lines.subList(chunk.firstLine() - 1, chunk.lastLine()))));
    }

    static List<CodeChunk> cut(String path, String text) throws IOException {
        return CodeChunker.cut(JavacSymbols.parse(path, text), text);
    }

    static SourceParser.ParsedFile parsed(String path, Language language, List<Symbol> symbols) {
        return new SourceParser.ParsedFile(new SourceFile(path, language, "", List.of()), symbols, List.of(), new BitSet());
    }

    static Symbol symbol(String name, SymbolKind kind, int first, int line, int last) {
        return new Symbol("a.js#" + name, "a.js", name, name, kind, "", List.of(), List.of(), first, line, last, List.of());
    }
}
