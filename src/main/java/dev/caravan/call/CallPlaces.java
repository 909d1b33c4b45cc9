package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.McpException;
import dev.caravan.security.Caller;
import dev.caravan.security.Shares;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;

/** Limits the calls that run at the same time, in total and per caller, on all transports. */
public final class CallPlaces {

    private final Semaphore all;
    private final Shares<String> callers;
    private final CallMeters meters;

    /** @param perCaller 0 means no limit per caller */
    public CallPlaces(int all, int perCaller, CallMeters meters) {
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
            throw McpException.refused(429, "You have reached the limit of " + callers.most() + " running calls for one caller. Wait until one ends",
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
