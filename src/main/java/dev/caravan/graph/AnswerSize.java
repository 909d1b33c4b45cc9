package dev.caravan.graph;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * Limits a graph to the size of one answer. The gateway shortens only answers that are one list; this class knows that a node takes its
 * relationships with it.
 */
@Component
class AnswerSize {

    /** Space for the envelope around the data. */
    private static final long ENVELOPE = 1_024;
    private static final long LEAST_READ = 1 << 20;

    private final ObjectMapper mapper;
    private final long bytes;

    AnswerSize(ObjectMapper mapper, @Value("${caravan.tools.max-result:200KB}") DataSize most) {
        this.mapper = mapper;
        this.bytes = most.toBytes() - ENVELOPE;
    }

    Budget budget() {
        return new Budget();
    }

    /**
     * Returns how many bytes to read from the database, approximately. It is more than an answer holds, so that this class does the
     * shortening.
     */
    long mostRead() {
        return Math.max(LEAST_READ, 2 * bytes);
    }

    /** The space that is left in one answer. */
    final class Budget {

        private long left = bytes;

        /** Takes the space of an item. Returns false, and takes none, when the item does not fit. */
        boolean takes(Object item) {
            try {
                long size = mapper.writeValueAsBytes(item).length + 1L;
                boolean fits = size <= left;
                left -= fits ? size : 0;
                return fits;
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
