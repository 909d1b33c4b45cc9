package dev.caravan.store;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Creates what a store must have, such as indexes. It tries at start, and every ten seconds until it succeeds; the gateway does not wait
 * for it.
 */
public abstract class SchemaInitializer implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaInitializer.class);
    private static final Duration RETRY = Duration.ofSeconds(10);

    private final String what;
    private final Object turn;
    private volatile Heartbeat attempts;

    /** @param what it creates, for the log, in the plural: "the indexes of documents" */
    protected SchemaInitializer(String what) {
        this(what, new Object());
    }

    /**
     * @param turn initializers with the same turn run one after the other. Those of Neo4j use their driver: when one waits for its indexes
     * while             another creates a constraint, both block for half a minute, and callers' writes too
     */
    protected SchemaInitializer(String what, Object turn) {
        this.what = what;
        this.turn = turn;
    }

    /** Creates everything, or throws. It must tolerate what an earlier attempt has created. */
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
            LOG.warn("Schema not created yet, retrying missing=\"{}\" nextTry={}s reason={}", what, RETRY.toSeconds(), e.getMessage());
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
