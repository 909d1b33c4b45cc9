package dev.caravan.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Starts the spans of calls and of their requests to other systems. */
@Component
public class Traces implements DisposableBean {

    private final SpanExport export;
    private final Tracer tracer;

    Traces(TracingProperties settings, CamelContext context, MeterRegistry meters) {
        this.export = settings.isOn() ? new SpanExport(settings, meters) : null;
        this.tracer = export == null ? null : export.tracer();
        context.getCamelContextExtension().addContextPlugin(Traces.class, this);
    }

    /** Returns the tracer of the context; null if it has none, as in a rehearsal, or tracing is off. */
    public static Traces of(CamelContext context) {
        Traces traces = context.getCamelContextExtension().getContextPlugin(Traces.class);
        return traces == null || !traces.isOn() ? null : traces;
    }

    /** Returns whether tracing is enabled. */
    public boolean isOn() {
        return tracer != null;
    }

    /**
     * Starts the span of a call, which must be ended.
     *
     * @param method method of the protocol, such as {@code tools/call}
     * @param parent the caller's span; null starts a new trace
     */
    public CallSpan begin(String method, TraceParent parent) {
        SpanBuilder span = tracer.spanBuilder(method).setSpanKind(SpanKind.SERVER).setAttribute("mcp.method.name", method);
        if (parent == null) {
            span.setNoParent();
        } else {
            SpanContext caller = SpanContext.createFromRemoteParent(parent.traceId(), parent.spanId(), TraceFlags.fromHex(parent.flags(), 0), TraceState.getDefault());
            span.setParent(Context.root().with(Span.wrap(caller)));
        }
        return new CallSpan(span.startSpan());
    }

    /**
     * Starts the span of a request to another system on this thread, which must be ended. It records nothing when no call is traced on this
     * thread.
     */
    public ClientSpan step(String name, Map<String, String> attributes) {
        if (tracer == null || !Span.current().getSpanContext().isSampled()) {
            return ClientSpan.NONE;
        }
        SpanBuilder span = tracer.spanBuilder(name).setSpanKind(SpanKind.CLIENT);
        attributes.forEach(span::setAttribute);
        return new ClientSpan(span.startSpan());
    }

    @Override
    public void destroy() {
        if (export != null) {
            export.close();
        }
    }
}
