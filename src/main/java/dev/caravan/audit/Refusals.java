package dev.caravan.audit;

import dev.caravan.trace.TraceParent;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Leaves an audit event for each request that was refused, unless a call or another {@code audited} thing leaves one: {@code {time, caller,
 * refused, outcome, traceId}}, the last where the request has a {@code traceparent}. Never waits, so an I/O thread may call it. Events that the queue has no room for are lost, and one line a minute says
 * how many.
 */
@Component
public class Refusals {

    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);
    private static final String QUEUE = "seda:audit?size=10000&waitForTaskToComplete=Never";
    /** The exchange property with the name of who sends a request, from when that is known. */
    public static final String CALLER = "caller";

    /** The exchange property of what leaves an audit event itself. */
    private static final String AUDITED = "audited";
    /** The exchange property of a request that has left its event: a failure on the way to the answer leaves no second one. */
    public static final String TOLD = "auditEventLeft";
    private static final String TRACE = "traceparent";
    private static final long PAUSE = Duration.ofMinutes(1).toNanos();
    private static final int LONGEST = 200;

    private final ObjectProvider<CamelContext> camel;
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong told = new AtomicLong(System.nanoTime() - PAUSE);
    private volatile ProducerTemplate template;

    Refusals(ObjectProvider<CamelContext> camel) {
        this.camel = camel;
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
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("time", Instant.now().toString());
        event.put("caller", caller);
        event.put("refused", what.length() > LONGEST ? what.substring(0, LONGEST) : what);
        event.put("outcome", outcome);
        TraceParent parent = TraceParent.of(trace);
        if (parent != null) {
            event.put("traceId", parent.traceId());
        }
        try {
            template().sendBody(QUEUE, event);
        } catch (RuntimeException | Error full) {
            lost.incrementAndGet();
            say();
        }
    }

    private ProducerTemplate template() {
        ProducerTemplate made = template;
        if (made == null) {
            made = camel.getObject().createProducerTemplate();
            template = made;
        }
        return made;
    }

    private void say() {
        long last = told.get();
        long now = System.nanoTime();
        if (now - last >= PAUSE && told.compareAndSet(last, now)) {
            LOG.warn("Audit events lost count={} reason=the queue of audit events is full", lost.getAndSet(0));
        }
    }
}
