package dev.caravan.upstream;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import reactor.core.publisher.Mono;

/** How long a caller waits, from when it began: for the connection, all pages and the answer together, or until it is told to stop. */
final class CallDeadline {

    /** As long as the server's own settings let it. */
    static final CallDeadline UNLIMITED = new CallDeadline(null, null);

    private final Duration whole;
    private final CompletableFuture<?> cancellation;
    private final long begin = System.nanoTime();

    private CallDeadline(Duration whole, CompletableFuture<?> cancellation) {
        this.whole = whole;
        this.cancellation = cancellation;
    }

    static CallDeadline of(Duration whole) {
        return new CallDeadline(whole, null);
    }

    /**
     * @param whole        null: as long as the server's own settings let it
     * @param cancellation completed by whoever wants the caller to wait no longer; null: nobody does
     */
    static CallDeadline of(Duration whole, CompletableFuture<?> cancellation) {
        return new CallDeadline(whole, cancellation);
    }

    /** This one, or one of {@code limit} from now on where that ends before it. */
    CallDeadline within(Duration limit) {
        return whole == null || limit.compareTo(left()) <= 0 ? new CallDeadline(limit, cancellation) : this;
    }

    /** At least 1 ms. */
    Duration left() {
        Duration left = whole.minusNanos(System.nanoTime() - begin);
        return left.toMillis() < 1 ? Duration.ofMillis(1) : left;
    }

    /** What it was at its beginning. */
    Duration whole() {
        return whole;
    }

    /** Fails with {@link CancellationException} if the caller has been told to wait no longer. */
    void checkCancellation() {
        if (cancellation != null && cancellation.isDone()) {
            throw new CancellationException("The caller was told to wait no longer");
        }
    }

    /** As {@link CompletableFuture#get}, and fails as {@link #checkCancellation} does. */
    <T> T await(CompletableFuture<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        checkCancellation();
        CompletableFuture<?> first = cancellation == null ? future : CompletableFuture.anyOf(future, cancellation);
        first.get(left().toMillis(), TimeUnit.MILLISECONDS);
        checkCancellation();
        return future.get();
    }

    /** As {@link Mono#block()}, and fails as {@link #checkCancellation} does; a time-out is Reactor's. */
    <T> T await(Mono<T> question) {
        checkCancellation();
        Mono<T> limited = question.timeout(left());
        if (cancellation == null) {
            return limited.block();
        }
        try {
            return Mono.firstWithSignal(limited, Mono.fromFuture(cancellation, true).then(Mono.<T>error(CancellationException::new))).block();
        } finally {
            checkCancellation();
        }
    }
}
