package dev.caravan.source;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The time that a caller waits, from its start: for the connection, all pages and the answer together. A caller can also be cancelled. */
public final class CallDeadline {

    /** Only the server's own timeouts apply. */
    public static final CallDeadline UNLIMITED = new CallDeadline(null, null);

    private final Duration whole;
    private final CompletableFuture<?> cancellation;
    private final long begin = System.nanoTime();

    private CallDeadline(Duration whole, CompletableFuture<?> cancellation) {
        this.whole = whole;
        this.cancellation = cancellation;
    }

    public static CallDeadline of(Duration whole) {
        return new CallDeadline(whole, null);
    }

    /**
     * @param whole        maximum wait; null if only the server's own timeouts apply
     * @param cancellation cancels the wait when completed; null for none
     */
    public static CallDeadline of(Duration whole, CompletableFuture<?> cancellation) {
        return new CallDeadline(whole, cancellation);
    }

    /** Returns this deadline, or a deadline of {@code limit} from now if that is earlier. */
    public CallDeadline within(Duration limit) {
        return whole == null || limit.compareTo(left()) <= 0 ? new CallDeadline(limit, cancellation) : this;
    }

    /** Returns the time left, at least 1 ms. */
    public Duration left() {
        Duration left = whole.minusNanos(System.nanoTime() - begin);
        return left.toMillis() < 1 ? Duration.ofMillis(1) : left;
    }

    /** Returns the whole time, as it was at the start. */
    public Duration whole() {
        return whole;
    }

    /** Throws {@link CancellationException} if the caller is cancelled. */
    public void checkCancellation() {
        if (cancellation != null && cancellation.isDone()) {
            throw new CancellationException("The caller was told to wait no longer");
        }
    }

    /**
     * Waits for the future's value until this deadline.
     *
     * @throws TimeoutException      if the time is over
     * @throws CancellationException if the caller is cancelled
     */
    public <T> T await(CompletableFuture<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        checkCancellation();
        CompletableFuture<?> first = cancellation == null ? future : CompletableFuture.anyOf(future, cancellation);
        first.get(left().toMillis(), TimeUnit.MILLISECONDS);
        checkCancellation();
        return future.get();
    }
}
