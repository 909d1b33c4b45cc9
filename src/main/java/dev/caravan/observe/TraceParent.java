package dev.caravan.observe;

import io.opentelemetry.api.trace.SpanContext;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A W3C {@code traceparent}.
 *
 * @param traceId 32 hex digits
 * @param spanId  16 hex digits
 * @param flags   2 hex digits; the last bit says that the trace is recorded
 */
public record TraceParent(String traceId, String spanId, String flags) {

    private static final Pattern TEXT = Pattern.compile(
            "(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?");
    private static final int LONGEST = 256;

    /** Returns null if the text isn't a {@code traceparent}. */
    public static TraceParent of(String text) {
        if (text == null || text.length() > LONGEST) {
            return null;
        }
        Matcher matcher = TEXT.matcher(text.strip());
        return matcher.matches() ? new TraceParent(matcher.group(1), matcher.group(2), matcher.group(3)) : null;
    }

    static TraceParent of(SpanContext span) {
        return new TraceParent(span.getTraceId(), span.getSpanId(), span.getTraceFlags().asHex());
    }

    @Override
    public String toString() {
        return "00-" + traceId + "-" + spanId + "-" + flags;
    }
}
