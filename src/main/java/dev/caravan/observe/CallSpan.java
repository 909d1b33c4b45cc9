package dev.caravan.observe;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;

/** The span of a call. Requests on a thread that has entered it are its children. */
public final class CallSpan extends ClientSpan {

    CallSpan(Span span) {
        super(span);
    }

    public String traceId() {
        return span.getSpanContext().getTraceId();
    }

    /** Returns whether the span is recorded, so that a description is useful. */
    public boolean isRecording() {
        return span.isRecording();
    }

    /** Marks this thread as working on the call until the scope is closed. */
    public Scope enter() {
        return span.makeCurrent();
    }

    /**
     * Ends the span.
     *
     * @param name  one of few names, such as {@code tools/call db_query_shop}
     * @param error error code; null for success
     */
    public void end(String name, String error) {
        span.updateName(name);
        if (error != null) {
            failed(error);
        }
        close();
    }
}
