package dev.caravan.observe;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The span of a call, or of one statement or request that the call makes. It ends once. */
public final class ClientSpan implements AutoCloseable {

    static final ClientSpan NONE = new ClientSpan(null);

    private final Span span;

    ClientSpan(Span span) {
        this.span = span;
    }

    public String traceId() {
        return span.getSpanContext().getTraceId();
    }

    /** Returns whether the span is recorded, so that a description is useful. */
    public boolean isRecording() {
        return span.isRecording();
    }

    /** Marks this thread as working on the call until the scope is closed. Requests on this thread are then children of the span. */
    public Scope enter() {
        return span.makeCurrent();
    }

    /**
     * Ends the span of a call.
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

    /** Returns the {@code traceparent} for the request; null without tracing. */
    public String traceparent() {
        return span == null ? null : TraceParent.of(span.getSpanContext()).toString();
    }

    public void describe(String attribute, String value) {
        if (span != null) {
            span.setAttribute(attribute, value);
        }
    }

    /**
     * Marks the span as failed.
     *
     * @param type a code or class name, never a message, which may contain values
     */
    public void failed(String type) {
        if (span != null) {
            span.setAttribute("error.type", type).setStatus(StatusCode.ERROR);
        }
    }

    public void failed(Throwable cause) {
        failed(cause.getClass().getName());
    }

    /** Calls a method of the real object and ends the span. Exceptions of the method pass unchanged. */
    Object around(Method method, Object real, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            failed(e.getCause());
            throw e.getCause();
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        if (span != null) {
            span.end();
        }
    }
}
