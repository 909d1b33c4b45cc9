package dev.caravan.catalogue;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;

/**
 * How far the index of a search tool is.
 *
 * @param status             pending, indexing, ready or error
 * @param startedAt          when a gateway took it up last
 * @param finishedAt         when it was last ready or failed
 * @param indexedAt          the same, if it is ready
 * @param nodesCount         strings that are indexed
 * @param chunksCount        that these are cut into
 * @param indexedChunksCount of these, how many are in the index
 * @param lastError          why it failed; null once it has succeeded
 */
@JsonNaming(SnakeCaseStrategy.class)
record IndexTask(long toolId, String status, Instant startedAt, Instant finishedAt, Instant indexedAt, Long nodesCount, Long chunksCount,
                 Long indexedChunksCount, String lastError) {

    /** Whether it is still to be made. */
    @JsonIgnore
    boolean isOpen() {
        return "pending".equals(status) || "indexing".equals(status);
    }
}
