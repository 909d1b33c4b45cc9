package dev.caravan.intelligence.index;

import java.time.Instant;
import java.util.Map;

/**
 * The state of a workspace's index.
 *
 * @param phase      of the last build
 * @param files      indexed files
 * @param symbols    definitions in them
 * @param calls      calls in them
 * @param chunks     chunks that searches can find
 * @param others     chunks whose vectors are of another model
 * @param skipped    number of skipped files, by reason
 * @param startedAt  start of the last build; null if there was none
 * @param finishedAt end of the last finished build; null if there was none
 * @param durationMs duration of the last finished build; null if there was none
 * @param lastError  error of the last build; null if it succeeded
 * @param done       files that the build has checked
 * @param total      files that the build has to check
 * @param scip       use of the SCIP index
 */
public record IndexState(Phase phase, long files, long symbols, long calls, long chunks, long others, Map<String, Long> skipped,
        Instant startedAt, Instant finishedAt,
        Long durationMs, String lastError, long done, long total, Scip scip) {

    /**
     * How a SCIP index was used.
     *
     * @param files    files whose calls are exact by it
     * @param outdated files that it covers in other versions
     * @param error    why it is not used; null if it is, or there is none
     */
    public record Scip(long files, long outdated, String error) {
    }

    /** The phase of an index. */
    public enum Phase {
        /** No index. */
        NONE,
        /**
         * A build is running; searches find its results so far and the earlier content. During the first build, they find words in the
         * files.
         */
        BUILDING,
        READY,
        /** The last build failed; searches find what is there. */
        ERROR
    }

    static final IndexState NOTHING = new IndexState(Phase.NONE, 0, 0, 0, 0, 0, Map.of(), null, null, null, null, 0, 0,
            new Scip(0, 0, null));

    /** Whether the index has definitions. */
    public boolean hasGraph() {
        return symbols > 0;
    }

    /** Whether no build has ended, so that the index lacks files. */
    public boolean lacksFiles() {
        return isEmpty() || phase == Phase.BUILDING && finishedAt == null;
    }

    /**
     * Whether the index must be made again before vectors rank it: its vectors are of another model, and can't be compared with the
     * query's. After a build, single files may keep such vectors, since they were not readable.
     */
    public boolean isOfOtherModel() {
        return others > 0 && (phase != Phase.READY || others == chunks);
    }

    /** Whether the index has nothing that a search could find. */
    public boolean isEmpty() {
        return chunks == 0;
    }
}
