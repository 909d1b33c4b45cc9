package dev.caravan.call;

import dev.caravan.audit.Refusals;
import dev.caravan.audit.SealArguments;
import dev.caravan.trace.CallSpan;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Has a call that has ended counted and timed, its span ended, and a line in the log if it was slow: what, how long, which trace, and no arguments.
 * Leaves its audit event as body: {@code {time, caller, instance?, …, argumentsHmac?, outcome, tookMs, traceId}} with what was asked for in the
 * middle; null if the request was refused before it was known what it asks for.
 */
@Component("endCall")
class EndCall implements Processor {

    private static final Logger LOG = LoggerFactory.getLogger("caravan.slow");

    private final CallMeters meters;
    private final long slow;

    EndCall(CallMeters meters, CallLogProperties settings) {
        this.meters = meters;
        this.slow = settings.slow().toNanos();
    }

    @Override
    public void process(Exchange exchange) {
        Audited call = Audited.of(exchange);
        if (call == null) {
            exchange.getMessage().setBody(null);
            return;
        }
        String outcome = CallOutcome.of(exchange, call);
        observe(call, outcome);
        exchange.getMessage().setBody(event(exchange, call, outcome));
        exchange.setProperty(Refusals.TOLD, true);
    }

    private void observe(Audited call, String outcome) {
        long nanoseconds = System.nanoTime() - call.context().started();
        meters.ended(call.metered(), outcome.equals(CallOutcome.OK) ? "ok" : outcome, nanoseconds);
        if (slow > 0 && nanoseconds >= slow) {
            tell(call, outcome);
        }
        if (call.context().span() != null) {
            end(call.context().span(), call, outcome);
        }
    }

    private static Map<String, Object> event(Exchange exchange, Audited call, String outcome) {
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
        event.put("outcome", outcome);
        event.put("tookMs", call.context().tookMs());
        event.put("traceId", call.context().traceId());
        return event;
    }

    private static void tell(Audited call, String outcome) {
        String kind = call.metered().kind().name().toLowerCase(Locale.ROOT);
        Object name = call.subject().getOrDefault(kind, call.metered().name());
        try (CallScope scope = call.context().enter(String.valueOf(name))) {
            LOG.warn("Slow: {} {} took {} ms: {} (trace {})", kind, name, call.context().tookMs(), outcome, call.context().traceId());
        }
    }

    private static void end(CallSpan span, Audited call, String outcome) {
        Metered what = call.metered();
        if (span.isRecording()) {
            call.subject().forEach((key, value) -> {
                switch (key) {
                    case "tool" -> span.describe("gen_ai.tool.name", String.valueOf(value));
                    case "prompt" -> span.describe("gen_ai.prompt.name", String.valueOf(value));
                    case "resource" -> span.describe("mcp.resource.uri", String.valueOf(value));
                    default -> { } // hashes
                }
            });
        }
        String method = switch (what.kind()) {
            case TOOL -> "tools/call";
            case PROMPT -> "prompts/get";
            case RESOURCE -> "resources/read";
            case REST -> "rest";
        };
        span.end(what.name().equals(Metered.UNKNOWN) ? method : method + " " + what.name(), outcome.equals(CallOutcome.OK) ? null : outcome);
    }
}
