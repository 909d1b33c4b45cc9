package dev.caravan.intelligence.index;

import java.time.Instant;
import java.util.Map;

/**
 * What is known of a workspace's index.
 *
 * @param phase      of the last build
 * @param files      that are indexed
 * @param symbols    definitions in them
 * @param calls      calls in them
 * @param chunks     pieces of text that can be found
 * @param skipped    how many files were left out, by why
 * @param startedAt  of the last build; null if there was none
 * @param finishedAt of the last build that ended; null if there was none
 * @param durationMs of the last build that ended; null if there was none
 * @param lastError  of the last build; null if it went well
 * @param done       files that the build has looked at
 * @param total      files that it is to look at
 * @param abandoned  whether a build was begun and nobody is at it
 */
public record IndexState(Phase phase, long files, long symbols, long calls, long chunks, Map<String, Long> skipped, Instant startedAt, Instant finishedAt,
        Long durationMs, String lastError, long done, long total, boolean abandoned) {

    /** Where an index is. */
    public enum Phase {
        /** There is none. */
        NONE,
        /** A build is under way; what it has written, and what was there before, can be found. */
        BUILDING,
        READY,
        /** The last build broke off; what there is can be found. */
        ERROR
    }

    static final IndexState NOTHING = new IndexState(Phase.NONE, 0, 0, 0, 0, Map.of(), null, null, null, null, 0, 0, false);

    public boolean hasGraph() {
        return symbols > 0;
    }

    public boolean isEmpty() {
        return chunks == 0;
    }
}
