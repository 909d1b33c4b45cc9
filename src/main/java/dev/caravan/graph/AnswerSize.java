package dev.caravan.graph;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * How much of a graph fits into one answer. The gateway shortens answers that are one list; only here it is known that a
 * node takes its relationships with it.
 */
@Component
class AnswerSize {

    /** For the envelope around the data. */
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

    /** What may be read of the database for it, in bytes, about; more than fits, so that what is cut is cut here. */
    long mostRead() {
        return Math.max(LEAST_READ, 2 * bytes);
    }

    final class Budget {

        private long left = bytes;

        /** False once it doesn't fit. */
        boolean takes(Object item) {
            try {
                left -= mapper.writeValueAsBytes(item).length + 1L;
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(e);
            }
            return left >= 0;
        }
    }
}
