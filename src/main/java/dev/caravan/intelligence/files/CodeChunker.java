package dev.caravan.intelligence.files;

import dev.caravan.intelligence.code.ParsedFile;
import java.util.List;

/**
 * Cuts a file into chunks of at most 1,500 characters, and at most {@value #MOST} of them: a file whose definitions are known
 * by these, any other by its headings, upper keys or paragraphs. What of a larger file follows is left out.
 */
public final class CodeChunker {

    /** Goes up when the same file would be cut differently, so that what was cut before is cut again. */
    public static final int VERSION = 1;

    static final int MOST = 400;

    private static final int FOLDERS_OF_CODE = 1;
    private static final int FOLDERS_OF_TEXT = 2;

    private CodeChunker() {
    }

    /** One chunk for each definition, and for what is outside of all: in the order of the text. */
    public static List<CodeChunk> cut(ParsedFile file, String text) {
        String path = file.file().path();
        SourceLines lines = new SourceLines(text);
        ChunkTitle title = new ChunkTitle(path, FOLDERS_OF_CODE);
        return new ParsedChunks(file, lines, new Pieces(path, lines), title).chunks();
    }

    public static List<CodeChunk> cut(String path, String text) {
        SourceLines lines = new SourceLines(text);
        Outline outline = Outline.of(path, lines);
        ChunkTitle title = new ChunkTitle(path, FOLDERS_OF_TEXT);
        Pieces pieces = new Pieces(path, lines);
        new LineCutter(lines, outline::begins).cut(SourceLines.range(1, lines.count())).forEach(piece -> pieces.add(piece, "", title.of(outline.label(piece))));
        return pieces.chunks();
    }
}
