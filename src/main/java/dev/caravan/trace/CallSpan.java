package dev.caravan.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;

/** The span of a call. What it asks on a thread that has entered it are its children. */
public final class CallSpan {

    private final Span span;

    CallSpan(Span span) {
        this.span = span;
    }

    public String traceId() {
        return span.getSpanContext().getTraceId();
    }

    /** For those whom the call asks. */
    public String traceparent() {
        return TraceParent.of(span.getSpanContext()).toString();
    }

    /** Whether it is worth describing. */
    public boolean isRecording() {
        return span.isRecording();
    }

    /** This thread works on the call till the scope is closed. */
    public Scope enter() {
        return span.makeCurrent();
    }

    public void describe(String attribute, String value) {
        span.setAttribute(attribute, value);
    }

    /**
     * @param name  of few different ones, such as {@code tools/call db_query_shop}
     * @param error the code; null if all went well
     */
    public void end(String name, String error) {
        span.updateName(name);
        if (error != null) {
            span.setAttribute("error.type", error).setStatus(StatusCode.ERROR);
        }
        span.end();
    }
}
