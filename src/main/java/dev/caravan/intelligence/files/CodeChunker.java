package dev.caravan.intelligence.files;

import dev.caravan.intelligence.code.SourceParser;
import java.util.List;

/**
 * Cuts a file into at most {@value #MOST} chunks of at most 1,500 characters: by definitions if they are known, otherwise by headings,
 * top-level keys or paragraphs. The rest of a larger file is left out.
 */
public final class CodeChunker {

    /** Increase it when the same file would be read or cut differently, so that it is read again. */
    public static final int VERSION = 4;

    static final int MOST = 400;

    private static final int FOLDERS_OF_CODE = 1;
    private static final int FOLDERS_OF_TEXT = 2;

    private CodeChunker() {
    }

    /** Returns a chunk for each definition and for the lines outside of all definitions, in the order of the text. */
    public static List<CodeChunk> cut(SourceParser.ParsedFile file, String text) {
        String path = file.file().path();
        SourceLines lines = new SourceLines(text);
        ChunkTitle title = new ChunkTitle(path, FOLDERS_OF_CODE);
        return new ParsedChunks(file, lines, new Pieces(path, lines), title).chunks();
    }

    /** Cuts a file without known definitions. */
    public static List<CodeChunk> cut(String path, String text) {
        SourceLines lines = new SourceLines(text);
        Outline outline = Outline.of(path, lines);
        ChunkTitle title = new ChunkTitle(path, FOLDERS_OF_TEXT);
        Pieces pieces = new Pieces(path, lines);
        new LineCutter(lines, outline::begins).cut(SourceLines.range(1, lines.count()))
                .forEach(piece -> pieces.add(piece, "", title.of(outline.label(piece))));
        return pieces.chunks();
    }
}
