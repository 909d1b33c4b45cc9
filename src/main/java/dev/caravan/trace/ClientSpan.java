package dev.caravan.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;

/** The span of one statement or request; ends once. */
public final class ClientSpan implements AutoCloseable {

    static final ClientSpan NONE = new ClientSpan(null);

    private final Span span;

    ClientSpan(Span span) {
        this.span = span;
    }

    /** What the request is to carry on; null where nothing is traced. */
    public String traceparent() {
        return span == null ? null : TraceParent.of(span.getSpanContext()).toString();
    }

    public void describe(String attribute, String value) {
        if (span != null) {
            span.setAttribute(attribute, value);
        }
    }

    /** @param type a code or the name of a class, never a message, which may hold values */
    public void failed(String type) {
        if (span != null) {
            span.setAttribute("error.type", type).setStatus(StatusCode.ERROR);
        }
    }

    public void failed(Throwable cause) {
        failed(cause.getClass().getName());
    }

    @Override
    public void close() {
        if (span != null) {
            span.end();
        }
    }
}
