package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.McpException;
import dev.caravan.security.caller.Caller;
import dev.caravan.security.caller.Shares;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;

/** The places of calls that run at once: so many in all, and of one caller so many, whichever transport the calls came over. */
public final class CallPlaces {

    private final Semaphore all;
    private final Shares<String> callers;
    private final CallMeters meters;

    /** @param perCaller 0: a caller may have all */
    public CallPlaces(int all, int perCaller, CallMeters meters) {
        this.all = new Semaphore(all);
        this.callers = new Shares<>(perCaller);
        this.meters = meters;
    }

    /**
     * Takes a place. Whoever takes it must run what this returns; more than once does nothing more.
     *
     * @throws McpException  429, if the caller has its share
     * @throws ToolException if all places are taken
     */
    Runnable take(Exchange exchange) throws McpException, ToolException {
        String owner = Caller.share(exchange.getProperty(Caller.PROPERTY, Caller.class));
        if (!callers.take(owner, 1)) {
            meters.overShare();
            throw McpException.refused(429, "Too many calls in flight (limit of a caller: " + callers.most() + "): wait until one has ended",
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
