package dev.caravan.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Counts log lines by {@code level} as {@code logback.events}, like Micrometer's {@code LogbackMetrics}, but with an appender. Micrometer's
 * turbo filter also runs for lines that are not logged, and Camel has some hundred of them per call.
 */
@Component
class LogMetrics extends UnsynchronizedAppenderBase<ILoggingEvent> {

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Map<Level, Counter> counters;

    LogMetrics(MeterRegistry registry) {
        counters = Stream.of(Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE).collect(Collectors.toMap(Function.identity(),
                level -> Counter.builder("logback.events").tag("level", level.toString().toLowerCase(Locale.ROOT))
                        .description("Lines logged").baseUnit("events").register(registry)));
        setName("logback.events");
        setContext(root.getLoggerContext());
        start();
        root.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        counters.get(event.getLevel()).increment();
    }

    @PreDestroy
    void leave() {
        root.detachAppender(this);
        stop();
    }
}
