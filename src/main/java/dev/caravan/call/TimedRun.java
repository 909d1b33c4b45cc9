package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.routes.Gate;
import dev.caravan.security.Caller;
import dev.caravan.store.Budget;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Begins a call on the calling thread: behind its gate, in a place, and within its timeout. {@link CallEnd} ends it. */
@Component
public final class TimedRun {

    private final Deadlines deadlines;
    private final Budget places;
    private final CallMeters meters;
    private final Duration defaultTimeout;

    TimedRun(Deadlines deadlines, CallMeters meters, CallProperties settings) {
        this.deadlines = deadlines;
        this.places = new Budget(settings.maxInFlightPerCaller(), settings.maxInFlight());
        this.meters = meters;
        this.defaultTimeout = settings.timeout();
    }

    /** Runs the call like an {@code AsyncProcessor}: the exchange's exception has the failure, and true means done. */
    boolean process(Exchange exchange, AsyncCallback callback, Call call) {
        Gate gate = call.gate();
        gate.enter();
        CallEnd end;
        try {
            call.refresh();
            Runnable leavePlace = takePlace(exchange);
            ClientInput input = ClientInput.of(exchange);
            if (input != null) {
                input.placed(leavePlace);
            }
            end = new CallEnd(deadlines, exchange, callback, call, gate, call.timeout() == null ? defaultTimeout : call.timeout(),
                    leavePlace);
            deadlines.add(end);
        } catch (Throwable e) {
            exchange.setException(e);
            gate.leave();
            callback.done(true);
            return true;
        }
        return begin(AnswerStream.of(exchange), call, end);
    }

    private boolean begin(AnswerStream stream, Call call, CallEnd end) {
        AtomicInteger inFlight;
        try {
            if (stream != null && !call.outlivesClient()) {
                stream.whenCancelled(end::cancel);
                end.whenLong(stream::watchClient);
            }
            inFlight = call.metered() == null ? new AtomicInteger() : meters.inFlight(call.metered());
        } catch (Throwable e) {
            return end.with(CompletableFuture.failedFuture(e), true);
        }
        inFlight.incrementAndGet();
        CompletableFuture<Object> result = started(call);
        if (!result.isDone()) {
            end.park();
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

    /**
     * Takes a place among the calls that run at the same time, on all transports. Run the result to release it; repeated runs have no
     * effect.
     *
     * @throws McpException  429, if the caller has reached its limit
     * @throws ToolException if all places are taken
     */
    private Runnable takePlace(Exchange exchange) throws McpException, ToolException {
        String owner = Caller.share(exchange.getProperty(Caller.PROPERTY, Caller.class));
        try {
            places.take(owner, 1);
        } catch (Budget.FullException e) {
            meters.refused(e.isOfOwner());
            Redelivery message = Redelivery.of(exchange);
            if (message != null) {
                message.preventedBy(Redelivery.Obstacle.PLACES, "All places for running calls are taken");
            }
            if (e.isOfOwner()) {
                throw McpException.refused(429, "You have reached the limit of " + places.perOwner()
                        + " running calls for one caller. Wait until one ends", Map.of("Retry-After", "1"));
            }
            throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("call.busy"));
        }
        AtomicBoolean left = new AtomicBoolean();
        return () -> {
            if (left.compareAndSet(false, true)) {
                places.give(owner, 1);
            }
        };
    }
}
