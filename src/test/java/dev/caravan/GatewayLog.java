package dev.caravan;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import dev.caravan.observe.AuditEvent;
import dev.caravan.observe.AuditQueue;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.camel.CamelContext;
import org.slf4j.LoggerFactory;

/**
 * Records the log of all gateways of this JVM until it is closed. Gateways write audit events and other lines on their own threads. Methods
 * that read therefore wait for the lines. Use {@link #awaits} for lines that must appear, and {@link #written} before a check for lines
 * that must not.
 */
public final class GatewayLog implements AutoCloseable {

    private static final List<String> CHATTY = List.of("dev.caravan", "caravan", "org.apache.camel", "com.nimbusds");
    private static final long PATIENCE_S = 60;

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getLoggerName() + " " + event.getLevel() + " " + event.getMDCPropertyMap() + " " + event.getFormattedMessage()
                    + (event.getThrowableProxy() == null ? "" : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy())));
        }
    };
    private final Map<String, Level> former = new HashMap<>();

    private GatewayLog(boolean debug) {
        appender.setName("test-" + UUID.randomUUID());
        appender.setContext(logger(org.slf4j.Logger.ROOT_LOGGER_NAME).getLoggerContext());
        appender.start();
        if (debug) {
            CHATTY.forEach(name -> former.put(name, logger(name).getLevel()));
            CHATTY.forEach(name -> logger(name).setLevel(Level.DEBUG));
        }
        logger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(appender);
    }

    /**
     * Records lines of level INFO and above. Outside of Maven call this after the gateway has started, because Spring Boot resets logging
     * at the start.
     */
    public static GatewayLog record() {
        return new GatewayLog(false);
    }

    /** Records the log of Caravan, Camel and the token library from level DEBUG. */
    public static GatewayLog recordDebug() {
        return new GatewayLog(true);
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }

    /** Returns the lines so far. Each line has logger, level and MDC before the message; stack traces are included. Does not wait. */
    public String text() {
        return String.join("\n", lines);
    }

    /** Waits until the log contains each of these parts. */
    public GatewayLog awaits(String... parts) {
        await().atMost(PATIENCE_S, SECONDS).untilAsserted(() -> assertThat(text()).contains(parts));
        return this;
    }

    /** Waits until {@code count} audit events contain this part. Returns the events as JSON, in their order. */
    public List<String> auditEvents(String part, int count) {
        await().atMost(PATIENCE_S, SECONDS).untilAsserted(() -> assertThat(auditEvents(part)).hasSizeGreaterThanOrEqualTo(count));
        return auditEvents(part);
    }

    private List<String> auditEvents(String part) {
        return lines.stream().filter(line -> line.startsWith("caravan.audit ") && line.contains(part))
                .map(line -> line.substring(line.indexOf(" {\"") + 1)).toList();
    }

    /** Waits until the audit events of all answered calls are written, then returns {@link #text}. */
    public String written(CamelContext gateway) {
        String last = "last of " + UUID.randomUUID();
        gateway.getRegistry().findSingleByType(AuditQueue.class)
                .put(new AuditEvent(Instant.now(), last, null, Map.of(), null, "OK", null, null));
        awaits(last);
        return text();
    }

    @Override
    public void close() {
        // without a level they would have the root's, which says no more than warnings
        former.forEach((name, level) -> logger(name).setLevel(level));
        logger(org.slf4j.Logger.ROOT_LOGGER_NAME).detachAppender(appender);
        appender.stop();
    }
}
