package dev.caravan.intelligence.index;

import dev.caravan.intelligence.code.ParsedFile;
import dev.caravan.intelligence.files.CodeChunk;
import dev.caravan.intelligence.files.FoundFile;
import java.util.List;

/**
 * A file on its way into the index.
 *
 * @param hash    SHA-256 of its bytes as hex; empty if it was not read
 * @param skipped why it has nothing to find; null if it has
 * @param parsed  null if its language is not read, or it is skipped
 * @param known   whether an earlier version of it is in the index
 */
record IndexedFile(FoundFile found, String hash, String skipped, ParsedFile parsed, List<CodeChunk> chunks, boolean known) {
}
