package dev.caravan.kamelet;

import java.time.Instant;

/**
 * State of a source.
 *
 * @param since     time of the last change of the state
 * @param lastError why it failed last; null if it never failed
 * @param failedAt  time of the last error; null if there is none
 */
record SourceState(State state, Instant since, String lastError, Instant failedAt) {

    enum State {
        /** It has not run yet, and has not failed. */
        STARTING,
        RUNNING,
        /** It did not start, or does not reach its service. The gateway or the Kamelet tries again. */
        FAILING
    }

    static SourceState starting() {
        return new SourceState(State.STARTING, Instant.now(), null, null);
    }

    SourceState running() {
        return state == State.RUNNING ? this : new SourceState(State.RUNNING, Instant.now(), lastError, failedAt);
    }

    SourceState failing(String reason) {
        Instant now = Instant.now();
        return new SourceState(State.FAILING, state == State.FAILING ? since : now, reason, now);
    }
}
