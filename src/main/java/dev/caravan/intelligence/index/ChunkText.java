package dev.caravan.intelligence.index;

import dev.caravan.intelligence.files.CodeChunk;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What of a chunk is embedded: its title, and as much of its text as says what it is about. */
final class ChunkText {

    /** Goes up when the same file would be parsed, cut or embedded differently. */
    static final int VERSION = 1;

    /** The beginning says most of what a definition is for, and a model takes its time for the rest. */
    private static final int EMBEDDED = 900;

    private ChunkText() {
    }

    static String of(CodeChunk chunk) {
        String text = chunk.text().length() <= EMBEDDED ? chunk.text() : chunk.text().substring(0, EMBEDDED);
        return chunk.title() + "\n" + text;
    }

    static String hash(CodeChunk chunk) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(of(chunk).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
