package dev.caravan.observe;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Sends spans to a collector in batches from its own thread. While the collector is unavailable, spans wait in a bounded queue. Spans that
 * find it full or can't be sent are dropped and counted: {@code caravan.tracing.spans} by outcome. No call waits.
 */
final class SpanExport implements AutoCloseable {

    private static final int QUEUE = 4_096;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final long LONGEST_END_SECONDS = 2;

    private final SdkTracerProvider provider;
    private final CountingExporter counted;
    private final QueueDrops drops;

    SpanExport(TracingProperties settings, MeterRegistry meters) {
        OtlpHttpSpanExporterBuilder exporter = OtlpHttpSpanExporter.builder().setEndpoint(settings.endpoint()).setTimeout(settings.timeout())
                .setCompression("gzip").setRetryPolicy(null);
        settings.headers().forEach(exporter::addHeader);
        this.counted = new CountingExporter(exporter.build());
        this.drops = new QueueDrops();
        this.provider = SdkTracerProvider.builder()
                .setResource(Resource.getDefault().merge(Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), settings.serviceName()))))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.sampling())))
                .addSpanProcessor(BatchSpanProcessor.builder(counted).setMaxQueueSize(QUEUE).setScheduleDelay(PAUSE).setExporterTimeout(settings.timeout())
                        .setMeterProvider(drops.meters()).build())
                .build();
        count(meters, "exported", export -> export.counted.exported());
        count(meters, "dropped", export -> export.counted.failed() + export.drops.number());
    }

    private void count(MeterRegistry meters, String outcome, ToDoubleFunction<SpanExport> number) {
        FunctionCounter.builder("caravan.tracing.spans", this, number)
                .description("Spans sent to the collector or dropped").tag("outcome", outcome).register(meters);
    }

    Tracer tracer() {
        return provider.get("dev.caravan");
    }

    @Override
    public void close() {
        provider.shutdown().join(LONGEST_END_SECONDS, TimeUnit.SECONDS);
    }
}
