package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.routes.Gate;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/**
 * Runs what a client asked for behind its gate and within its time, on the thread that calls. If it is late, its thread is
 * interrupted, the exchange goes on to its answer on another thread, and what the run still does is thrown away.
 */
public final class TimedRun {

    /** What is run once the gate is passed; made behind the gate, since whom it asks may have been replaced meanwhile. */
    public interface Work<T> {

        /** What it is called in the message for a late caller. */
        String name();

        /** How long it may take; null: as long as the gateway's default. */
        Duration timeout();

        /** Runs on an exchange of its own, and touches nothing of the caller's. */
        T run() throws Exception;

        /** Takes over what the run came to, once it is sure that it came in time. */
        void leave(T result) throws Exception;
    }

    private final Deadlines deadlines;
    private final Duration defaultTimeout;

    public TimedRun(Deadlines deadlines, Duration defaultTimeout) {
        this.deadlines = deadlines;
        this.defaultTimeout = defaultTimeout;
    }

    /** As an {@code AsyncProcessor} does: the exchange's exception says what went wrong; true if all is done already. */
    public <T> boolean process(Exchange exchange, AsyncCallback callback, Gate gate, Callable<Work<T>> behindGate) {
        gate.enter();
        try {
            Work<T> work = behindGate.call();
            if (!process(exchange, callback, work)) {
                return false;
            }
        } catch (Exception e) {
            exchange.setException(e);
        } finally {
            gate.leave();
        }
        callback.done(true);
        return true;
    }

    private <T> boolean process(Exchange exchange, AsyncCallback callback, Work<T> work) throws Exception {
        Duration timeout = work.timeout() == null ? defaultTimeout : work.timeout();
        Deadlines.Run run = deadlines.begin(timeout, () -> {
            exchange.setException(late(work.name(), timeout));
            callback.done(false);
        });
        if (run == null) {
            throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.busy"));
        }
        T result = null;
        Exception failure = null;
        boolean inTime;
        try {
            result = work.run();
        } catch (Exception e) {
            failure = e;
        } finally {
            inTime = run.end();
        }
        ClientInput input = ClientInput.of(exchange);
        if (inTime && input != null) {
            input.check();
        }
        if (inTime && failure != null) {
            throw failure;
        }
        if (inTime) {
            work.leave(result);
        }
        return inTime;
    }

    private static ToolException late(String name, Duration timeout) {
        return new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.timeout", name, timeout.toMillis()),
                Map.of("timeoutMs", timeout.toMillis()));
    }
}
