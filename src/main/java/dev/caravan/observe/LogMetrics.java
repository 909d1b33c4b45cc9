package dev.caravan.observe;

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
 * Counts log lines by {@code level} as {@code logback.events}, like Micrometer's {@code LogbackMetrics}, but with an appender. Micrometer's
 * turbo filter also runs for lines that are not logged, and Camel has some hundred of them per call.
 */
@Component
class LogMetrics extends UnsynchronizedAppenderBase<ILoggingEvent> {

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Map<Level, Counter> counters;
    /** Restores the appender after a new configuration of logging has removed it. */
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
            // the appender stays
        }

        @Override
        public void onStop(LoggerContext context) {
            // nothing is logged any more
        }

        @Override
        public void onLevelChange(Logger logger, Level level) {
            // the appender counts what is logged at any level
        }
    };

    LogMetrics(MeterRegistry registry) {
        counters = Stream.of(Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE).collect(Collectors.toMap(Function.identity(),
                level -> Counter.builder("logback.events").tag("level", level.toString().toLowerCase(Locale.ROOT))
                        .description("Lines logged").baseUnit("events").register(registry)));
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
