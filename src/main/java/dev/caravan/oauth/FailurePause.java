package dev.caravan.oauth;

import java.io.IOException;
import java.time.Duration;

/**
 * Runs work that asks an authorization server, one at a time. After a failure, work of the next second fails at once, so that calls don't wait one after
 * the other for an authorization server that is down.
 */
final class FailurePause {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private String failure;
    private long failedAt;

    interface Work<T> {

        T run() throws IOException;
    }

    /** @throws IOException with the reason of the work's failure, or of the last one */
    synchronized <T> T run(Work<T> work) throws IOException {
        if (failure != null && System.nanoTime() - failedAt < PAUSE.toNanos()) {
            throw new IOException(failure);
        }
        failure = null;
        try {
            return work.run();
        } catch (IOException e) {
            failure = e.getMessage();
            failedAt = System.nanoTime();
            throw e;
        }
    }
}
