package dev.caravan.store;

import com.mongodb.MongoExecutionTimeoutException;
import dev.caravan.json.HeapRoom;
import java.time.Duration;
import org.springframework.stereotype.Component;

/**
 * Limits how many calls read documents at the same time, by {@link HeapRoom}: a heap of 1 GB has 16 places. A call that waits for a place
 * longer than its timeout gets a
 * {@link MongoExecutionTimeoutException}.
 */
@Component
public class MongoReplies {

    private static final int MAX_TIME_EXPIRED = 50;

    private final HeapRoom room = HeapRoom.ofReplies();

    /** Work that reads documents and keeps few of them. */
    public interface Reading<T, E extends Exception> {

        T read() throws E;
    }

    /**
     * Runs work that reads documents, when a place is free. @throws MongoExecutionTimeoutException if none is free within {@code patience}
     */
    public <T, E extends Exception> T read(Duration patience, Reading<T, E> reading) throws E {
        try {
            if (!room.take(1, patience)) {
                throw new MongoExecutionTimeoutException(MAX_TIME_EXPIRED,
                        "Too many calls read large documents now; try again, or ask for fewer documents");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MongoExecutionTimeoutException(MAX_TIME_EXPIRED,
                    "The call was cancelled while it waited for other calls that read documents");
        }
        try {
            return reading.read();
        } finally {
            room.give(1);
        }
    }
}
