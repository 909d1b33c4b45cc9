package dev.caravan.context;

import dev.caravan.store.StoreProperties;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Queues the work on contexts before it takes a connection to the store, in the order of arrival. One change of a context runs at a time,
 * and the contexts of one user have a quarter of the connections. So a busy context leaves connections for everybody else. Other gateways
 * wait for the row's lock.
 */
@Component
class ContextTurns {

    private static final int PARTS = 4;

    private final Map<Object, Turn> turns = new ConcurrentHashMap<>();
    private final int share;
    private final Duration patience;

    ContextTurns(StoreProperties settings) {
        this.share = Math.max(1, settings.poolSize() / PARTS);
        this.patience = settings.statementTimeout();
    }

    /** Work that waits for its turn. */
    interface Work<T> {
        T run() throws ContextFailure;
    }

    /** The places behind one key. {@code users} counts those who wait or work. */
    private static final class Turn {

        private final Semaphore places;
        private int users;

        Turn(int places) {
            this.places = new Semaphore(places, true);
        }
    }

    /**
     * Runs a change of a context after the earlier ones.
     *
     * @throws ContextFailure BUSY if the turn does not come in time, or the caller is gone
     */
    <T> T change(String user, long table, Work<T> work) throws ContextFailure {
        return inTurn(List.of(user, table), 1, work);
    }

    /**
     * Runs statements on the contexts of a user, with one of that user's connections.
     *
     * @throws ContextFailure BUSY as {@link #change}
     */
    <T> T connected(String user, Work<T> work) throws ContextFailure {
        return inTurn(user, share, work);
    }

    private <T> T inTurn(Object key, int places, Work<T> work) throws ContextFailure {
        Turn turn = turns.compute(key, (same, known) -> {
            Turn joined = known == null ? new Turn(places) : known;
            joined.users++;
            return joined;
        });
        try {
            if (!turn.places.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw ContextFailure.queue();
            }
            try {
                return work.run();
            } finally {
                turn.places.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ContextFailure.queue();
        } finally {
            turns.computeIfPresent(key, (same, known) -> --known.users == 0 ? null : known);
        }
    }
}
