package dev.caravan.call;

import dev.caravan.audit.Refusals;
import dev.caravan.audit.SealArguments;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Leaves the audit event as body: {@code {time, caller, instance?, …, argumentsHmac?, outcome, tookMs, traceId}} with what was asked for in the
 * middle; null if the request was refused before it was known what it asks for.
 */
@Component("auditCall")
class AuditCall implements Processor {

    @Override
    public void process(Exchange exchange) {
        Audited call = Audited.of(exchange);
        if (call == null) {
            exchange.getMessage().setBody(null);
            return;
        }
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("time", Instant.now().toString());
        event.put("caller", call.context().caller());
        Long instance = exchange.getProperty(CallContext.INSTANCE, Long.class);
        if (instance != null) {
            event.put("instance", instance);
        }
        event.putAll(call.subject());
        if (call.auditedArguments() != null) {
            event.put(SealArguments.MEMBER, SealArguments.digest(call.auditedArguments()));
        }
        event.put("outcome", CallOutcome.of(exchange, call));
        event.put("tookMs", call.context().tookMs());
        event.put("traceId", call.context().traceId());
        exchange.getMessage().setBody(event);
        exchange.setProperty(Refusals.TOLD, true);
    }
}
