package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.routes.Gate;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/**
 * The end of one call: its result, its timeout, or a cancel by its client. The first of them answers the exchange. A call that is late or
 * cancelled is interrupted and answered at once on another thread, however long it continues; its result is dropped.
 *
 * <p>A call in time stays on its thread. A late call keeps its place until it has really ended. A call that waits for its client is parked:
 * it holds neither a thread nor a place.
 */
final class CallEnd {

    private enum State { RUNNING, PARKED, ENDED, LATE, INTERRUPTED }

    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Deadlines clock;
    private final Exchange exchange;
    private final AsyncCallback callback;
    private final Call call;
    private final Gate gate;
    private final Duration timeout;
    private final Runnable leavePlace;
    private final Thread thread = Thread.currentThread();
    private final long begun = System.nanoTime();
    private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
    private volatile Runnable whenLong;

    /**
     * Creates the end of a call on the calling thread, inside the gate. The timeout begins when the clock gets it.
     *
     * @param leavePlace runs when the call has really ended or is parked; repeated runs have no effect
     */
    CallEnd(Deadlines clock, Exchange exchange, AsyncCallback callback, Call call, Gate gate, Duration timeout, Runnable leavePlace) {
        this.clock = clock;
        this.exchange = exchange;
        this.callback = callback;
        this.call = call;
        this.gate = gate;
        this.timeout = timeout;
        this.leavePlace = leavePlace;
    }

    /** Sets an action that runs once if the call takes longer than a quarter of a second. It must not block. */
    void whenLong(Runnable action) {
        whenLong = action;
    }

    /** Ends a late call. The clock calls this at each tick. */
    void look(long now) {
        if (now - begun >= timeout.toNanos()) {
            endBefore(Text.of("call.timeout", call.name(), timeout.toMillis()), Map.of("timeoutMs", timeout.toMillis()), false);
        } else if (now - begun >= LONG_NANOS && whenLong != null) {
            Runnable action = whenLong;
            whenLong = null;
            action.run();
        }
    }

    /** Ends a call that nobody needs any more. Does nothing if it has ended. */
    void cancel() {
        endBefore(Text.of("call.cancelled"), Map.of(), true);
    }

    private void endBefore(Text reason, Map<String, Object> detail, boolean cancelled) {
        Runnable answer = () -> answer(new ToolException(ErrorCode.UPSTREAM_ERROR, reason, detail));
        if (state.compareAndSet(State.RUNNING, State.LATE)) {
            interrupt(answer, cancelled);
        } else if (state.compareAndSet(State.PARKED, State.INTERRUPTED)) {
            clock.remove(this);
            clock.instead(answer);
        }
    }

    /**
     * Interrupts the call before its answer is sent, so that no step begins uninterrupted after the answer. The call's thread waits in
     * {@link #awaitInterrupt} until this is done, even if this fails.
     */
    private void interrupt(Runnable answer, boolean cancelled) {
        try {
            if (cancelled) {
                Deadlines.CANCELLED.add(thread);
            }
            clock.remove(this);
            call.abandon();
        } finally {
            try {
                thread.interrupt();
                clock.instead(answer);
            } finally {
                state.set(State.INTERRUPTED);
            }
        }
    }

    private void answer(ToolException why) {
        try {
            call.abandon();
        } finally {
            exchange.setException(why);
            callback.done(false);
        }
    }

    /**
     * Releases the thread and the place of a call that waits. The call's thread must call this; the call continues and ends on any thread.
     */
    void park() {
        leavePlace.run();
        if (!state.compareAndSet(State.RUNNING, State.PARKED) && state.get() != State.ENDED) {
            awaitInterrupt();
        }
    }

    /**
     * Ends the call with its result, unless it was late. Call it once, on the call's thread unless the call was parked. Returns whether it
     * is done in time and at once.
     */
    boolean with(CompletableFuture<Object> result, boolean sync) {
        leavePlace.run();
        boolean inTime = state.compareAndSet(State.RUNNING, State.ENDED) || state.compareAndSet(State.PARKED, State.ENDED);
        if (inTime) {
            clock.remove(this);
            take(result);
        } else {
            awaitInterrupt();
        }
        gate.leave();
        if (inTime) {
            callback.done(sync);
        }
        return inTime && sync;
    }

    private void take(CompletableFuture<Object> result) {
        try {
            ClientInput input = ClientInput.of(exchange);
            if (input != null) {
                input.check();
            }
            call.leave(result.join());
        } catch (CompletionException e) {
            exchange.setException(e.getCause());
        } catch (Throwable e) {
            exchange.setException(e);
        }
    }

    /** Waits for the interrupt and clears it, so that the thread does not keep it. */
    private void awaitInterrupt() {
        while (state.get() == State.LATE) {
            Thread.onSpinWait();
        }
        if (Thread.currentThread() == thread) {
            Deadlines.CANCELLED.remove(thread);
            Thread.interrupted();
        }
    }
}
