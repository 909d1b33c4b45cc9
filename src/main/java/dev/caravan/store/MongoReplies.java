package dev.caravan.store;

import com.mongodb.MongoExecutionTimeoutException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Limits how many calls read documents at the same time, by the size of the heap. MongoDB's driver holds a reply of 16 MB and all objects that it
 * makes of it before it returns the first document. A heap of 1 GB has 16 places. A call that waits for a place longer than its timeout gets a
 * {@link MongoExecutionTimeoutException}.
 */
@Component
public class MongoReplies {

    /** Bytes of heap for each place: a reply, its documents, and what else the gateway holds. */
    private static final long HEAP_OF_EACH = 64L << 20;
    private static final int FEWEST = 2;
    private static final int MAX_TIME_EXPIRED = 50;

    private final Semaphore places = new Semaphore((int) Math.max(FEWEST, Runtime.getRuntime().maxMemory() / HEAP_OF_EACH), true);

    /** Work that reads documents and keeps few of them. */
    public interface Reading<T, E extends Exception> {

        T read() throws E;
    }

    /** Runs work that reads documents, when a place is free. @throws MongoExecutionTimeoutException if none is free within {@code patience} */
    public <T, E extends Exception> T read(Duration patience, Reading<T, E> reading) throws E {
        try {
            // takes a free place even if others wait: to pass each place on to a thread that must wake up first costs a third of the throughput
            if (!places.tryAcquire() && !places.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new MongoExecutionTimeoutException(MAX_TIME_EXPIRED, "Too many calls read large documents now; try again, or ask for fewer documents");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MongoExecutionTimeoutException(MAX_TIME_EXPIRED, "The call was cancelled while it waited for other calls that read documents");
        }
        try {
            return reading.read();
        } finally {
            places.release();
        }
    }
}
