package dev.caravan.observe;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;

/** Counts the spans that found the queue full. The batch processor reports them only to an OpenTelemetry meter, which this class reads. */
final class QueueDrops implements MetricReader {

    private static final String COUNTER = "processedSpans";
    private static final AttributeKey<Boolean> DROPPED = AttributeKey.booleanKey("dropped");

    private final SdkMeterProvider meters;
    private volatile CollectionRegistration registration = CollectionRegistration.noop();

    QueueDrops() {
        this.meters = SdkMeterProvider.builder().registerMetricReader(this).build();
    }

    MeterProvider meters() {
        return meters;
    }

    double number() {
        return registration.collectAllMetrics().stream().filter(metric -> metric.getName().equals(COUNTER))
                .flatMap(metric -> metric.getLongSumData().getPoints().stream())
                .filter(point -> Boolean.TRUE.equals(point.getAttributes().get(DROPPED))).mapToLong(LongPointData::getValue).sum();
    }

    @Override
    public void register(CollectionRegistration collection) {
        this.registration = collection;
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType type) {
        return AggregationTemporality.CUMULATIVE;
    }

    @Override
    public CompletableResultCode forceFlush() {
        return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }
}
