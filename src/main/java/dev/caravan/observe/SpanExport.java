package dev.caravan.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * Sends spans to a collector in batches from its own thread. While the collector is unavailable, spans wait in a bounded queue. Spans that
 * find it full are dropped. {@code caravan.tracing.spans} counts sent spans and those that could not be sent. No call waits.
 */
final class SpanExport implements AutoCloseable {

    private static final int QUEUE = 4_096;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final long LONGEST_END_SECONDS = 2;

    private final SdkTracerProvider provider;

    SpanExport(Traces.TracingProperties settings, MeterRegistry meters) {
        OtlpHttpSpanExporterBuilder exporter = OtlpHttpSpanExporter.builder().setEndpoint(settings.endpoint())
                .setTimeout(settings.timeout())
                .setCompression("gzip").setRetryPolicy(null);
        settings.headers().forEach(exporter::addHeader);
        CountingExporter counted = new CountingExporter(exporter.build(), count(meters, "exported"), count(meters, "dropped"));
        this.provider = SdkTracerProvider.builder()
                .setResource(Resource.getDefault()
                        .merge(Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), settings.serviceName()))))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.sampling())))
                .addSpanProcessor(BatchSpanProcessor.builder(counted).setMaxQueueSize(QUEUE).setScheduleDelay(PAUSE)
                        .setExporterTimeout(settings.timeout()).build())
                .build();
    }

    private static Counter count(MeterRegistry meters, String outcome) {
        return Counter.builder("caravan.tracing.spans").description("Spans sent to the collector, or not taken by it")
                .tag("outcome", outcome).register(meters);
    }

    Tracer tracer() {
        return provider.get("dev.caravan");
    }

    @Override
    public void close() {
        provider.shutdown().join(LONGEST_END_SECONDS, TimeUnit.SECONDS);
    }

    /** Counts the spans that the next exporter could send and those that it could not. */
    record CountingExporter(SpanExporter exporter, Counter exported, Counter failed) implements SpanExporter {

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            int number = spans.size();
            CompletableResultCode result = exporter.export(spans);
            return result.whenComplete(() -> (result.isSuccess() ? exported : failed).increment(number));
        }

        @Override
        public CompletableResultCode flush() {
            return exporter.flush();
        }

        @Override
        public CompletableResultCode shutdown() {
            return exporter.shutdown();
        }
    }
}
