package dev.caravan.store;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * What a store has to have, such as indexes: asked for at start, and every ten seconds again until the store has taken it.
 * The gateway does not wait for it.
 */
public abstract class SchemaInitializer implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaInitializer.class);
    private static final Duration RETRY = Duration.ofSeconds(10);

    private final String what;
    private final Object turn;
    private volatile Heartbeat attempts;

    /** @param what is prepared, for the log: "the indexes of documents" */
    protected SchemaInitializer(String what) {
        this(what, new Object());
    }

    /**
     * @param turn preparations with the same turn run one after the other. Those of Neo4j have their driver as turn: if one waits for
     *             its indexes while another makes a constraint, both wait for half a minute, and so do callers' writes
     */
    protected SchemaInitializer(String what, Object turn) {
        this.what = what;
        this.turn = turn;
    }

    /** Does all of it, or throws; what was done before is done again without harm. */
    protected abstract void prepare();

    @Override
    public void start() {
        Heartbeat clock = new Heartbeat("preparation");
        attempts = clock;
        clock.every(RETRY, () -> attempt(clock));
        clock.soon(() -> attempt(clock));
    }

    private void attempt(Heartbeat clock) {
        try {
            synchronized (turn) {
                prepare();
            }
            clock.close();
        } catch (RuntimeException | Error e) {
            LOG.warn("{} can't be made yet, next try in {} s: {}", what, RETRY.toSeconds(), e.getMessage());
        }
    }

    @Override
    public void stop() {
        attempts.close();
        attempts = null;
    }

    @Override
    public boolean isRunning() {
        return attempts != null;
    }
}
