package dev.caravan.observe;

import dev.caravan.start.OrZero;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Component;

/** Starts the spans of calls and of their requests to other systems. */
@Component
public class Traces implements DisposableBean {

    /** An attribute: the text of a statement. It may have no values. */
    static final String TEXT = "db.query.text";

    private static final int LONGEST = 4_000;

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
    public ClientSpan begin(String method, TraceParent parent) {
        SpanBuilder span = tracer.spanBuilder(method).setSpanKind(SpanKind.SERVER).setAttribute("mcp.method.name", method);
        if (parent == null) {
            span.setNoParent();
        } else {
            SpanContext caller = SpanContext.createFromRemoteParent(parent.traceId(), parent.spanId(),
                    TraceFlags.fromHex(parent.flags(), 0), TraceState.getDefault());
            span.setParent(Context.root().with(Span.wrap(caller)));
        }
        return new ClientSpan(span.startSpan());
    }

    /**
     * Starts the span of an operation of a database, as {@link #step} does.
     *
     * @param system OpenTelemetry's name of the product
     * @param more   name and value in turn; a value of null is left out, and a long one is cut
     */
    ClientSpan operation(String name, String system, String database, String operation, String... more) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("db.system.name", system);
        attributes.put("db.namespace", database);
        attributes.put("db.operation.name", operation);
        for (int i = 0; i < more.length; i += 2) {
            if (more[i + 1] != null) {
                attributes.put(more[i], more[i + 1].length() <= LONGEST ? more[i + 1] : more[i + 1].substring(0, LONGEST));
            }
        }
        return step(name, attributes);
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

    /**
     * @param endpoint    Address of an OpenTelemetry collector (OTLP over HTTP), such as http://127.0.0.1:4318/v1/traces. Empty means no
     *                    tracing.
     * @param headers     Headers of each request to the collector.
     * @param sampling    Share of calls to trace, 0.0 to 1.0, when the caller does not decide.
     * @param timeout     Timeout of one request to the collector.
     * @param serviceName Service name in the spans.
     */
    @ConfigurationProperties("caravan.tracing")
    record TracingProperties(@DefaultValue("") String endpoint, Map<String, String> headers, @DefaultValue("1.0") @OrZero double sampling,
                             @DefaultValue("5s") Duration timeout, @DefaultValue("caravan") String serviceName) {

        TracingProperties {
            headers = headers == null ? Map.of() : Map.copyOf(headers);
            if (sampling < 0 || sampling > 1) {
                throw new IllegalArgumentException("caravan.tracing.sampling must be 0.0 to 1.0");
            }
            if (!endpoint.isBlank() && !endpoint.matches("https?://[^/@\\s]+(/.*)?")) {
                throw new IllegalArgumentException("caravan.tracing.endpoint must be an address without a user,"
                        + " such as http://127.0.0.1:4318/v1/traces");
            }
        }

        boolean isOn() {
            return !endpoint.isBlank();
        }
    }
}
