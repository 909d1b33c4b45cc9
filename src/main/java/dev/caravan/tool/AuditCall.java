package dev.caravan.tool;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Leaves the audit event of the call as body: {@code {time, caller, tool, argumentsSha256, outcome, tookMs, traceId}}.
 * Arguments are hashed, never shown; a call of an unknown tool has the outcome {@code UNKNOWN_TOOL}.
 */
@Component("auditCall")
class AuditCall implements Processor {

    private static final int LONGEST_NAME = 128;

    @Override
    public void process(Exchange exchange) {
        ToolCall call = ToolCall.of(exchange);
        if (call == null) {
            exchange.getMessage().setBody(null);
            return;
        }
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("time", Instant.now().toString());
        event.put("caller", call.caller());
        event.put("tool", ShownName.of(call.name(), LONGEST_NAME));
        event.put("argumentsSha256", sha256(call.arguments().toString()));
        event.put("outcome", outcome(call));
        event.put("tookMs", call.tookMs());
        event.put("traceId", call.traceId());
        exchange.getMessage().setBody(event);
    }

    private static String outcome(ToolCall call) {
        if (call.tool() == null) {
            return "UNKNOWN_TOOL";
        }
        return call.outcome() == null ? "INTERNAL_ERROR" : call.outcome().label();
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
