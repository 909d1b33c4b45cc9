package dev.caravan.audit;

import dev.caravan.trace.TraceParent;
import java.time.Instant;
import java.util.Map;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Leaves an audit event for each request that was refused, unless a call or another {@code audited} thing leaves one: {@code {time, caller,
 * refused, outcome, traceId}}, the last where the request has a {@code traceparent}. Never waits, so an I/O thread may call it. Events that the queue has no room for are lost and counted.
 */
@Component
public class Refusals {

    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);
    /** The exchange property with the name of who sends a request, from when that is known. */
    public static final String CALLER = "caller";

    /** The exchange property of what leaves an audit event itself. */
    private static final String AUDITED = "audited";
    /** The exchange property of a request that has left its event: a failure on the way to the answer leaves no second one. */
    public static final String TOLD = "auditEventLeft";
    private static final String TRACE = "traceparent";
    private static final int LONGEST = 200;

    private final AuditQueue queue;

    Refusals(AuditQueue queue) {
        this.queue = queue;
    }

    /** @param what   was asked for, as {@code POST /mcp} or {@code tools/list} */
    public void tell(Exchange exchange, String what, String outcome) {
        if (exchange.getProperty(AUDITED) == null) {
            tellAtLast(exchange, what, outcome);
        }
    }

    /** The same at the end of a request, when a call should have left its event: if it could not, the call leaves this one. */
    public void tellAtLast(Exchange exchange, String what, String outcome) {
        if (exchange.getProperty(TOLD) == null) {
            exchange.setProperty(TOLD, true);
            tell(exchange.getProperty(CALLER, String.class), exchange.getIn().getHeader(TRACE, String.class), what, outcome);
        }
    }

    /**
     * @param caller  a name or an address; null: nobody knows
     * @param trace   the request's {@code traceparent}; null: it has none
     * @param outcome {@code HTTP_401}, {@code JSON_RPC_-32700} or {@code REST_404}
     */
    public void tell(String caller, String trace, String what, String outcome) {
        LOG.debug("Request refused caller={} what={} outcome={}", caller, what, outcome);
        TraceParent parent = TraceParent.of(trace);
        queue.offer(new AuditEvent(Instant.now(), caller, null, Map.of("refused", what.length() > LONGEST ? what.substring(0, LONGEST) : what), null, outcome, null,
                parent == null ? null : parent.traceId()));
    }
}
