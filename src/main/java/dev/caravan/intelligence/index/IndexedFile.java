package dev.caravan.intelligence.index;

import dev.caravan.intelligence.code.ParsedFile;
import dev.caravan.intelligence.files.CodeChunk;
import dev.caravan.intelligence.files.FoundFile;
import java.util.List;

/**
 * A file on its way into the index.
 *
 * @param hash    SHA-256 of its bytes in hexadecimal; empty if it was not read
 * @param skipped reason why it has no chunks; null if it has some
 * @param parsed  null if its language is not supported, or the file is skipped
 * @param known   whether an earlier version is in the index
 */
record IndexedFile(FoundFile found, String hash, String skipped, ParsedFile parsed, List<CodeChunk> chunks, boolean known) {
}
