package dev.caravan.observe;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;

/** Counts the spans that the next exporter could send and those that it could not. */
final class CountingExporter implements SpanExporter {

    private final SpanExporter exporter;
    private final LongAdder exported = new LongAdder();
    private final LongAdder failed = new LongAdder();

    CountingExporter(SpanExporter exporter) {
        this.exporter = exporter;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        int number = spans.size();
        CompletableResultCode result = exporter.export(spans);
        return result.whenComplete(() -> (result.isSuccess() ? exported : failed).add(number));
    }

    double exported() {
        return exported.sum();
    }

    double failed() {
        return failed.sum();
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
