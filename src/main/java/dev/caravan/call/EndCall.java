package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpException;
import dev.caravan.observe.AuditEvent;
import dev.caravan.observe.AuditQueue;
import dev.caravan.observe.ClientSpan;
import dev.caravan.observe.Refusals;
import dev.caravan.observe.SealArguments;
import dev.caravan.start.OrZero;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Component;

/**
 * Ends a call: counts and times it, ends its span, logs it if it was slow (name, duration and trace, no arguments) and writes its audit
 * event. Does nothing for a request that was refused before its target was known, and nothing when called again.
 */
@Component("endCall")
public record EndCall(AuditQueue queue, CallMeters meters, Settings settings) implements Processor {

    /** @param slow Duration from which a call is logged as slow. 0s means never. */
    @ConfigurationProperties("caravan.calls")
    record Settings(@DefaultValue("3s") @OrZero Duration slow) {
    }

    private static final String OK = "OK";
    private static final Logger LOG = LoggerFactory.getLogger("caravan.slow");

    @Override
    public void process(Exchange exchange) {
        Audited call = Audited.of(exchange);
        if (call == null || exchange.getProperty(Refusals.TOLD) != null) {
            return;
        }
        String outcome = outcome(exchange, call);
        AuditEvent event = event(exchange, call, outcome);
        exchange.setProperty(Refusals.TOLD, true);
        observe(call, outcome);
        queue.put(event);
    }

    /** Names the outcome of a call in one word: {@code OK}, an error code, or the protocol's label. */
    private static String outcome(Exchange exchange, Audited call) {
        Exception caught = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        if (caught instanceof InterimResultException interim) {
            return interim.label();
        }
        if (!(caught instanceof McpException refused) || refused.code() == McpException.INTERNAL_ERROR) {
            return call.label();
        }
        return refused.code() == McpException.MISSING_CAPABILITY ? "MISSING_CAPABILITY"
                : call.label().equals(ErrorCode.INTERNAL_ERROR.name()) ? "JSON_RPC_" + refused.code() : call.label();
    }

    private void observe(Audited call, String outcome) {
        long nanoseconds = System.nanoTime() - call.context().started();
        meters.ended(call.metered(), outcome.equals(OK) ? "ok" : outcome, nanoseconds);
        if (!settings.slow().isZero() && nanoseconds >= settings.slow().toNanos()) {
            tell(call, outcome);
        }
        if (call.context().span() != null) {
            end(call.context().span(), call, outcome);
        }
    }

    private static AuditEvent event(Exchange exchange, Audited call, String outcome) {
        return new AuditEvent(Instant.now(), call.context().caller(), exchange.getProperty(CallContext.INSTANCE, Long.class),
                call.subject(),
                call.auditedArguments() == null ? null : SealArguments.digest(call.auditedArguments()), outcome, call.context().tookMs(),
                        call.context().traceId());
    }

    private static void tell(Audited call, String outcome) {
        String kind = call.metered().kind().name().toLowerCase(Locale.ROOT);
        Object name = call.subject().getOrDefault(kind, call.metered().name());
        try (CallContext.CallScope scope = call.context().enter(String.valueOf(name))) {
            LOG.warn("Slow call kind={} name={} took={}ms outcome={} trace={}", kind, name, call.context().tookMs(), outcome, call.context()
                    .traceId());
        }
    }

    private static void end(ClientSpan span, Audited call, String outcome) {
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
        span.end(what.name().equals(Metered.UNKNOWN) ? method : method + " " + what.name(), outcome.equals(OK) ? null : outcome);
    }
}
