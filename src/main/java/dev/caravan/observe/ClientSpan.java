package dev.caravan.observe;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The span of one statement or request. It ends once. */
public sealed class ClientSpan implements AutoCloseable permits CallSpan {

    static final ClientSpan NONE = new ClientSpan(null);

    final Span span;

    ClientSpan(Span span) {
        this.span = span;
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
