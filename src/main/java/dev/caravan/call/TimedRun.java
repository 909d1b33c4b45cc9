package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.routes.Gate;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/**
 * Runs a call behind its gate and within its timeout on the calling thread. A call that waits for its client holds no thread. When the call
 * is late, cancelled, or its client has left, its thread is interrupted and the exchange is answered on another thread. Later results of
 * the call are dropped.
 */
public final class TimedRun {

    /** The work behind the gate. It is created behind the gate, because its route may have been replaced meanwhile. */
    public interface Work<T> {

        /** Returns the name for the timeout message. */
        String name();

        /** Returns the context of the call. */
        CallContext context();

        /** Returns the name for the metric of running calls; null means not counted. */
        default Metered metered() {
            return null;
        }

        /** Returns the timeout; null means the default. */
        Duration timeout();

        /** Starts on its own exchange without changing the caller's. It may end on another thread if it waits for its client. */
        CompletableFuture<T> run() throws Exception;

        /** Returns whether the work goes on when its client leaves, because the client may come back for the answer. */
        default boolean outlivesClient() {
            return false;
        }

        /** Stops after the current step, if possible. */
        default void abandon() {
            // the work ends by itself
        }

        /** Takes the result after it is certain that it came in time. */
        void leave(T result) throws Exception;
    }

    private final Deadlines deadlines;
    private final CallPlaces places;
    private final CallMeters meters;
    private final Duration defaultTimeout;

    public TimedRun(Deadlines deadlines, CallPlaces places, CallMeters meters, Duration defaultTimeout) {
        this.deadlines = deadlines;
        this.places = places;
        this.meters = meters;
        this.defaultTimeout = defaultTimeout;
    }

    /** Runs work like an {@code AsyncProcessor}: the exchange's exception has the failure, and true means done. */
    public <T> boolean process(Exchange exchange, AsyncCallback callback, Gate gate, Callable<Work<T>> behindGate) {
        gate.enter();
        Work<T> work;
        Deadlines.Run run;
        try {
            work = behindGate.call();
            run = admitted(exchange, callback, work);
        } catch (Throwable e) {
            exchange.setException(e);
            gate.leave();
            callback.done(true);
            return true;
        }
        return begin(exchange, callback, gate, work, run);
    }

    private Deadlines.Run admitted(Exchange exchange, AsyncCallback callback, Work<?> work) throws ToolException, McpException {
        Duration timeout = work.timeout() == null ? defaultTimeout : work.timeout();
        Runnable leavePlace = places.take(exchange);
        ClientInput input = ClientInput.of(exchange);
        if (input != null) {
            input.placed(leavePlace);
        }
        return deadlines.begin(timeout, leavePlace, work::abandon, () -> instead(exchange, callback, work, late(work.name(), timeout)));
    }

    private <T> boolean begin(Exchange exchange, AsyncCallback callback, Gate gate, Work<T> work, Deadlines.Run run) {
        AtomicInteger inFlight;
        try {
            AnswerStream stream = AnswerStream.of(exchange);
            if (stream != null && !work.outlivesClient()) {
                stream.whenCancelled(() -> run.cancel(() -> instead(exchange, callback, work, new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.cancelled")))));
                run.whenLong(stream::watchClient);
            }
            inFlight = work.metered() == null ? new AtomicInteger() : meters.inFlight(work.metered());
        } catch (Throwable e) {
            return end(exchange, callback, gate, work, run, CompletableFuture.failedFuture(e), true);
        }
        inFlight.incrementAndGet();
        CompletableFuture<T> result = started(work);
        if (!result.isDone()) {
            run.park();
            result.whenComplete((value, failure) -> {
                inFlight.decrementAndGet();
                end(exchange, callback, gate, work, run, result, false);
            });
            return false;
        }
        inFlight.decrementAndGet();
        return end(exchange, callback, gate, work, run, result, true);
    }

    private static void instead(Exchange exchange, AsyncCallback callback, Work<?> work, ToolException why) {
        try {
            work.abandon();
        } finally {
            exchange.setException(why);
            callback.done(false);
        }
    }

    private static <T> CompletableFuture<T> started(Work<T> work) {
        try (CallScope scope = work.context().enter(work.name())) {
            return work.run();
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static <T> boolean end(Exchange exchange, AsyncCallback callback, Gate gate, Work<T> work, Deadlines.Run run, CompletableFuture<T> result,
            boolean sync) {
        boolean inTime = run.end();
        if (inTime) {
            take(exchange, work, result);
        }
        gate.leave();
        if (inTime) {
            callback.done(sync);
        }
        return inTime && sync;
    }

    private static <T> void take(Exchange exchange, Work<T> work, CompletableFuture<T> result) {
        try {
            ClientInput input = ClientInput.of(exchange);
            if (input != null) {
                input.check();
            }
            work.leave(result.join());
        } catch (CompletionException e) {
            exchange.setException(e.getCause());
        } catch (Throwable e) {
            exchange.setException(e);
        }
    }

    private static ToolException late(String name, Duration timeout) {
        return new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.timeout", name, timeout.toMillis()),
                Map.of("timeoutMs", timeout.toMillis()));
    }
}
