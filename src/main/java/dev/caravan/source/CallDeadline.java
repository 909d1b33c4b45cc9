package dev.caravan.source;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The time that a caller waits, from its start: for the connection, all pages and the answer together.
 *
 * @param whole maximum wait, as it was at the start; null if only the server's own timeouts apply
 * @param begin start, as in {@link System#nanoTime}
 */
public record CallDeadline(Duration whole, long begin) {

    /** Only the server's own timeouts apply. */
    public static final CallDeadline UNLIMITED = of(null);

    /** Returns a deadline that starts now. */
    public static CallDeadline of(Duration whole) {
        return new CallDeadline(whole, System.nanoTime());
    }

    /** Returns this deadline, or a deadline of {@code limit} from now if that is earlier. */
    public CallDeadline within(Duration limit) {
        return whole == null || limit.compareTo(left()) <= 0 ? of(limit) : this;
    }

    /** Returns the time left, at least 1 ms. */
    public Duration left() {
        Duration left = whole.minusNanos(System.nanoTime() - begin);
        return left.toMillis() < 1 ? Duration.ofMillis(1) : left;
    }

    /**
     * Waits for the future's value until this deadline.
     *
     * @throws TimeoutException if the time is over
     */
    public <T> T await(CompletableFuture<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(left().toMillis(), TimeUnit.MILLISECONDS);
    }
}
