package dev.caravan.observe;

import java.time.Instant;
import java.util.Map;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Writes an audit event for each refused request, {@code {time, caller, refused, outcome, traceId}}, unless a call or another audited
 * object writes one. The trace id is that of the request's {@code traceparent}. Never waits, so an I/O thread may call it. Events without
 * room in the queue are lost and counted.
 */
@Component
public record Refusals(AuditQueue queue) {

    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);
    /** The exchange property with the name of the sender, when known. */
    public static final String CALLER = "caller";

    /** The exchange property of the object that writes an audit event itself. */
    private static final String AUDITED = "audited";
    /** The exchange property of a request that has its event, so that a failure of its answer writes no second one. */
    public static final String TOLD = "auditEventLeft";
    private static final int LONGEST = 200;

    /** @param what request, such as {@code POST /mcp} or {@code tools/list} */
    public void tell(Exchange exchange, String what, String outcome) {
        if (exchange.getProperty(AUDITED) == null) {
            tellAtLast(exchange, what, outcome);
        }
    }

    /** Writes the same event at the end of a request whose call should have written one but could not. */
    public void tellAtLast(Exchange exchange, String what, String outcome) {
        if (exchange.getProperty(TOLD) == null) {
            exchange.setProperty(TOLD, true);
            tell(exchange.getProperty(CALLER, String.class), exchange.getIn().getHeader("traceparent", String.class), what, outcome);
        }
    }

    /**
     * @param caller  name or address; null if unknown
     * @param trace   the request's {@code traceparent}; null if it has none
     * @param outcome {@code HTTP_401}, {@code JSON_RPC_-32700} or {@code REST_404}
     */
    public void tell(String caller, String trace, String what, String outcome) {
        LOG.debug("Request refused caller={} what={} outcome={}", caller, what, outcome);
        TraceParent parent = TraceParent.of(trace);
        queue.offer(new AuditEvent(Instant.now(), caller, null,
                Map.of("refused", what.length() > LONGEST ? what.substring(0, LONGEST) : what), null, outcome, null,
                parent == null ? null : parent.traceId()));
    }
}
