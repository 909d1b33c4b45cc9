package dev.caravan.store;

import com.mongodb.MongoExecutionTimeoutException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Lets only as many calls read documents at once as the heap has room for: MongoDB's driver holds a reply of 16 MB, and all that it makes of it, before
 * the first document is seen. A heap of 1 GB has 16 places. Who waits longer than its time gets a {@link MongoExecutionTimeoutException}.
 */
@Component
public class MongoReplies {

    /** Bytes of heap for each: a reply, its documents, and what else the gateway holds. */
    private static final long HEAP_OF_EACH = 64L << 20;
    private static final int FEWEST = 2;
    private static final int MAX_TIME_EXPIRED = 50;

    private final Semaphore places = new Semaphore((int) Math.max(FEWEST, Runtime.getRuntime().maxMemory() / HEAP_OF_EACH), true);

    /** What reads documents, and keeps few of them. */
    public interface Reading<T, E extends Exception> {

        T read() throws E;
    }

    public <T, E extends Exception> T read(Duration patience, Reading<T, E> reading) throws E {
        try {
            if (!places.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new MongoExecutionTimeoutException(MAX_TIME_EXPIRED, "The gateway reads too many large documents at once; try again, or ask for fewer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MongoExecutionTimeoutException(MAX_TIME_EXPIRED, "The call was ended while it waited for others that read");
        }
        try {
            return reading.read();
        } finally {
            places.release();
        }
    }
}
