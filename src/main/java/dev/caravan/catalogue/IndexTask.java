package dev.caravan.catalogue;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;

/**
 * State of a search tool's index.
 *
 * @param status             pending, indexing, ready or error
 * @param startedAt          when a gateway last claimed the task
 * @param finishedAt         when the index last became ready or failed
 * @param indexedAt          finishedAt of a ready index, else null
 * @param nodesCount         indexed strings
 * @param chunksCount        chunks of these strings
 * @param indexedChunksCount chunks that the index already has
 * @param lastError          reason of the last failure; null after a success
 */
@JsonNaming(SnakeCaseStrategy.class)
record IndexTask(long toolId, String status, Instant startedAt, Instant finishedAt, Instant indexedAt, Long nodesCount, Long chunksCount,
                 Long indexedChunksCount, String lastError) {

    /** Whether the index is pending or being built. */
    @JsonIgnore
    boolean isOpen() {
        return "pending".equals(status) || "indexing".equals(status);
    }
}
