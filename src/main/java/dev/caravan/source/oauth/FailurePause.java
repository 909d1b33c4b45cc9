package dev.caravan.source.oauth;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs work that asks an authorization server, one at a time. After a failure, work of the next second fails at once, so that calls don't
 * wait one after the other for an authorization server that is down. Nobody waits long for the work of others either.
 */
final class FailurePause {

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final ReentrantLock lock = new ReentrantLock(true);
    private final Duration longestWait;
    private String failure;
    private long failedAt;

    interface Work<T> {

        T run() throws IOException;
    }

    FailurePause() {
        this(LONGEST_WAIT);
    }

    /** @param longestWait time that work waits for other work */
    FailurePause(Duration longestWait) {
        this.longestWait = longestWait;
    }

    /** @throws IOException with the reason of the work's failure, or of the last one, or if other work takes too long */
    <T> T run(Work<T> work) throws IOException {
        try {
            if (!lock.tryLock(longestWait.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException("other calls wait for its authorization server, try again later");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the wait for its authorization server was interrupted");
        }
        try {
            if (failure != null && System.nanoTime() - failedAt < PAUSE.toNanos()) {
                throw new IOException(failure);
            }
            failure = null;
            return work.run();
        } catch (IOException e) {
            failedAt = failure == null ? System.nanoTime() : failedAt;
            failure = e.getMessage();
            throw e;
        } finally {
            lock.unlock();
        }
    }
}
