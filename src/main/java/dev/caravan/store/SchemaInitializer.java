package dev.caravan.store;

import dev.caravan.observe.Checkup;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Creates what a store must have, such as indexes. It tries at start, and after growing pauses until it succeeds; the gateway does not wait
 * for it.
 */
public abstract class SchemaInitializer implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaInitializer.class);

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

    /** Whether the check of the store tells of this failure: the store doesn't answer, or refuses the gateway. The log then has no line. */
    protected abstract boolean isTold(RuntimeException failure);

    /** Creates everything, or throws. It must tolerate what an earlier attempt has created. */
    protected abstract void prepare();

    @Override
    public void start() {
        Heartbeat clock = new Heartbeat("preparation");
        attempts = clock;
        clock.soon(() -> attempt(clock, System.nanoTime(), false));
    }

    /**
     * @param begun time of the first attempt, as {@link System#nanoTime} has it
     * @param told  whether the log has a warning
     */
    private void attempt(Heartbeat clock, long begun, boolean told) {
        boolean tells = told;
        try {
            synchronized (turn) {
                prepare();
            }
            if (told) {
                LOG.info("Schema created schema=\"{}\"", what);
            }
            clock.close();
            return;
        } catch (RuntimeException e) {
            if (!told && !isTold(e)) {
                LOG.warn("Schema not created yet, retrying missing=\"{}\" reason={}", what, e.getMessage());
                tells = true;
            } else {
                LOG.debug("Schema not created yet, retrying missing=\"{}\"", what, e);
            }
        } catch (Error e) {
            LOG.error("Schema not created yet, retrying missing=\"{}\"", what, e);
        }
        boolean next = tells;
        clock.after(Checkup.pause(Duration.ofNanos(System.nanoTime() - begun)), () -> attempt(clock, begun, next));
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
