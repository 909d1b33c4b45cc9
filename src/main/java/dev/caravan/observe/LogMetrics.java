package dev.caravan.observe;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import java.util.Locale;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Counts log lines by {@code level} as {@code logback.events}, like Micrometer's {@code LogbackMetrics}, but with an appender. Micrometer's
 * turbo filter also runs for lines that are not logged, and Camel has some hundred of them per call.
 */
@Component
class LogMetrics extends UnsynchronizedAppenderBase<ILoggingEvent> {

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final MeterProvider<Counter> lines;

    LogMetrics(MeterRegistry registry) {
        lines = Counter.builder("logback.events").description("Lines logged").baseUnit("events").withRegistry(registry);
        setContext(root.getLoggerContext());
        start();
        root.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.withTag("level", event.getLevel().toString().toLowerCase(Locale.ROOT)).increment();
    }

    @PreDestroy
    void leave() {
        root.detachAppender(this);
    }
}
