package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import dev.caravan.OwnGateway;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;

/** A text with line breaks, in a message or in that of an exception, makes no line of the log that looks like another event. */
class AuditLinesTest {

    private static final String FORGED = "found\n2026-01-01T00:00:00.000Z ERROR [main] caravan.audit : forged\r\nmore\u2028end";

    @Test
    void lineBreaksOfCallersDoNotSplitLogLines() {
        try (OwnGateway gateway = OwnGateway.withEntries().shared().start()) {
            for (String name : List.of("logging.pattern.console", "logging.pattern.file")) {
                String text = layout(gateway, name).doLayout(event(new IllegalStateException(FORGED, new RuntimeException(FORGED))));
                List<String> lines = text.lines().toList();
                assertThat(lines.get(0)).as(name).contains("forged").contains("more").contains("end");
                assertThat(lines.subList(1, lines.size())).as(name)
                        .allMatch(line -> line.isEmpty() || line.startsWith("\t") || line.startsWith("Caused by: ")
                        || line.startsWith("java.lang.IllegalStateException: "));
                assertThat(lines).as("a stack trace is there").anyMatch(line -> line.startsWith("\tat "));
            }
        }
    }

    private static PatternLayout layout(OwnGateway gateway, String name) {
        PatternLayout layout = new PatternLayout();
        layout.setContext((LoggerContext) LoggerFactory.getILoggerFactory());
        layout.setPattern(gateway.bean(Environment.class).getProperty(name));
        layout.start();
        return layout;
    }

    private static LoggingEvent event(Throwable thrown) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        return new LoggingEvent("x", context.getLogger("x"), Level.INFO, FORGED, thrown, null);
    }
}
