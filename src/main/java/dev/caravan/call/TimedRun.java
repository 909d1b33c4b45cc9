package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.routes.Gate;
import dev.caravan.security.Caller;
import dev.caravan.security.Shares;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/**
 * Runs a call behind its gate and within its timeout on the calling thread. A call that waits for its client holds no thread. When the call
 * is late, cancelled, or its client has left, its thread is interrupted and the exchange is answered on another thread. Later results of
 * the call are dropped.
 */
@Component
public final class TimedRun {

    private final Deadlines deadlines;
    private final Places places;
    private final CallMeters meters;
    private final Duration defaultTimeout;

    TimedRun(Deadlines deadlines, CallMeters meters, CallProperties settings) {
        this.deadlines = deadlines;
        this.places = new Places(settings.maxInFlight(), settings.maxInFlightPerCaller(), meters);
        this.meters = meters;
        this.defaultTimeout = settings.timeout();
    }

    /** Runs the call like an {@code AsyncProcessor}: the exchange's exception has the failure, and true means done. */
    boolean process(Exchange exchange, AsyncCallback callback, Call call) {
        Gate gate = call.gate();
        gate.enter();
        End end;
        try {
            call.refresh();
            end = admitted(new Answer(exchange, callback, call), gate);
        } catch (Throwable e) {
            exchange.setException(e);
            gate.leave();
            callback.done(true);
            return true;
        }
        return begin(end);
    }

    private End admitted(Answer answer, Gate gate) throws ToolException, McpException {
        Duration timeout = answer.call().timeout() == null ? defaultTimeout : answer.call().timeout();
        Runnable leavePlace = places.take(answer.exchange());
        ClientInput input = ClientInput.of(answer.exchange());
        if (input != null) {
            input.placed(leavePlace);
        }
        return new End(answer, gate, deadlines.begin(timeout, leavePlace, answer.call()::abandon,
                () -> answer.instead(new ToolException(ErrorCode.UPSTREAM_ERROR,
                Text.of("call.timeout", answer.call().name(), timeout.toMillis()), Map.of("timeoutMs", timeout.toMillis())))));
    }

    private boolean begin(End end) {
        Call call = end.answer().call();
        AtomicInteger inFlight;
        try {
            AnswerStream stream = AnswerStream.of(end.answer().exchange());
            if (stream != null && !call.outlivesClient()) {
                stream.whenCancelled(() -> end.run()
                        .cancel(() -> end.answer().instead(new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.cancelled")))));
                end.run().whenLong(stream::watchClient);
            }
            inFlight = call.metered() == null ? new AtomicInteger() : meters.inFlight(call.metered());
        } catch (Throwable e) {
            return end.with(CompletableFuture.failedFuture(e), true);
        }
        inFlight.incrementAndGet();
        CompletableFuture<Object> result = started(call);
        if (!result.isDone()) {
            end.run().park();
            result.whenComplete((value, failure) -> {
                inFlight.decrementAndGet();
                end.with(result, false);
            });
            return false;
        }
        inFlight.decrementAndGet();
        return end.with(result, true);
    }

    private static CompletableFuture<Object> started(Call call) {
        try (CallContext.CallScope scope = call.context().enter(call.name())) {
            return call.run();
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Answers the exchange of a call. */
    private record Answer(Exchange exchange, AsyncCallback callback, Call call) {

        /** Answers before the call has ended. */
        void instead(ToolException why) {
            try {
                call.abandon();
            } finally {
                exchange.setException(why);
                callback.done(false);
            }
        }

        void take(CompletableFuture<Object> result) {
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
    }

    /** Ends a call, whose result counts if it comes in time. */
    private record End(Answer answer, Gate gate, Deadlines.Run run) {

        boolean with(CompletableFuture<Object> result, boolean sync) {
            boolean inTime = run.end();
            if (inTime) {
                answer.take(result);
            }
            gate.leave();
            if (inTime) {
                answer.callback().done(sync);
            }
            return inTime && sync;
        }
    }

    /** Limits the calls that run at the same time, in total and per caller, on all transports. */
    private static final class Places {

        private final Semaphore all;
        private final Shares<String> callers;
        private final CallMeters meters;

        /** @param perCaller 0 means no limit per caller */
        Places(int all, int perCaller, CallMeters meters) {
            this.all = new Semaphore(all);
            this.callers = new Shares<>(perCaller);
            this.meters = meters;
        }

        /**
         * Takes a place. Run the result to release it; repeated runs have no effect.
         *
         * @throws McpException  429, if the caller has reached its limit
         * @throws ToolException if all places are taken
         */
        Runnable take(Exchange exchange) throws McpException, ToolException {
            String owner = Caller.share(exchange.getProperty(Caller.PROPERTY, Caller.class));
            if (!callers.take(owner, 1)) {
                meters.overShare();
                throw McpException.refused(429, "You have reached the limit of " + callers.most()
                        + " running calls for one caller. Wait until one ends",
                        Map.of("Retry-After", "1"));
            }
            if (!all.tryAcquire()) {
                callers.give(owner, 1);
                meters.busy();
                throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.busy"));
            }
            AtomicBoolean left = new AtomicBoolean();
            return () -> {
                if (left.compareAndSet(false, true)) {
                    all.release();
                    callers.give(owner, 1);
                }
            };
        }
    }
}
