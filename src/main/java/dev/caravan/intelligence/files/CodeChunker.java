package dev.caravan.intelligence.files;

import dev.caravan.intelligence.code.SourceParser;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Cuts a file into at most {@value #MOST} chunks of at most 1,500 characters: by definitions if they are known, otherwise by headings,
 * top-level keys or paragraphs. The rest of a larger file is left out.
 */
public final class CodeChunker {

    /** Increase it when the same file would be read or cut differently, so that it is read again. */
    public static final int VERSION = 5;

    static final int MOST = 400;

    private static final int FOLDERS_OF_CODE = 1;
    private static final int FOLDERS_OF_TEXT = 2;

    private static final Comparator<CodeChunk> IN_ORDER = Comparator.comparingInt(CodeChunk::firstLine).thenComparing(CodeChunk::lastLine,
            Comparator.reverseOrder());

    private final String path;
    private final SourceLines lines;
    private final List<CodeChunk> all = new ArrayList<>();

    private CodeChunker(String path, SourceLines lines) {
        this.path = path;
        this.lines = lines;
    }

    /** Returns a chunk for each definition and for the lines outside of all definitions, in the order of the text. */
    public static List<CodeChunk> cut(SourceParser.ParsedFile file, String text) {
        CodeChunker chunker = new CodeChunker(file.file().path(), new SourceLines(text));
        new ParsedChunks(file, chunker.lines, chunker, new ChunkTitle(chunker.path, FOLDERS_OF_CODE)).add();
        return chunker.chunks();
    }

    /** Cuts a file without known definitions. */
    public static List<CodeChunk> cut(String path, String text) {
        CodeChunker chunker = new CodeChunker(path, new SourceLines(text));
        Outline outline = Outline.of(path, chunker.lines);
        ChunkTitle title = new ChunkTitle(path, FOLDERS_OF_TEXT);
        new LineCutter(chunker.lines, outline::begins).cut(SourceLines.range(1, chunker.lines.count()))
                .forEach(piece -> chunker.add(piece, "", title.of(outline.label(piece))));
        return chunker.chunks();
    }

    /** Adds lines as a chunk. A line that is longer than a chunk becomes several chunks. */
    void add(List<Integer> numbers, String symbolId, String title) {
        int first = numbers.get(0);
        int last = numbers.get(numbers.size() - 1);
        String text = lines.text(numbers);
        int start = 0;
        while (text.length() - start > LineCutter.MOST) {
            int end = Character.isLowSurrogate(text.charAt(start + LineCutter.MOST)) ? start + LineCutter.MOST - 1
                    : start + LineCutter.MOST;
            all.add(new CodeChunk(path, first, last, symbolId, title, text.substring(start, end)));
            start = end;
        }
        all.add(new CodeChunk(path, first, last, symbolId, title, text.substring(start)));
    }

    private List<CodeChunk> chunks() {
        return all.stream().sorted(IN_ORDER).limit(MOST).toList();
    }
}
