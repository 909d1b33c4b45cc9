package dev.caravan.metrics;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggerContextListener;
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
 * {@code logback.events}: what has been logged, by {@code level}, as Micrometer's {@code LogbackMetrics} counts it, yet by an appender. Its
 * turbo filter is asked also about each line that isn't logged, of which Camel has some hundred in a call.
 */
@Component
class LogMetrics extends UnsynchronizedAppenderBase<ILoggingEvent> {

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Map<Level, Counter> counters;
    /** Logging that is configured anew has lost its appenders. */
    private final LoggerContextListener resets = new LoggerContextListener() {

        @Override
        public boolean isResetResistant() {
            return true;
        }

        @Override
        public void onReset(LoggerContext context) {
            join();
        }

        @Override
        public void onStart(LoggerContext context) {
            // it has what it had
        }

        @Override
        public void onStop(LoggerContext context) {
            // nothing is logged any more
        }

        @Override
        public void onLevelChange(Logger logger, Level level) {
            // what is logged is counted
        }
    };

    LogMetrics(MeterRegistry registry) {
        counters = Stream.of(Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE).collect(Collectors.toMap(Function.identity(),
                level -> Counter.builder("logback.events").tag("level", level.toString().toLowerCase(Locale.ROOT)).description("Lines that were logged").baseUnit("events").register(registry)));
        setName("logback.events");
        setContext(root.getLoggerContext());
        root.getLoggerContext().addListener(resets);
        join();
    }

    private void join() {
        start();
        root.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        counters.get(event.getLevel()).increment();
    }

    @PreDestroy
    void leave() {
        root.getLoggerContext().removeListener(resets);
        root.detachAppender(this);
        stop();
    }
}
