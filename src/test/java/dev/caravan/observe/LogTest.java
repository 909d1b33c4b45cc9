package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.encoder.Encoder;
import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.logging.logback.StructuredLogEncoder;
import org.springframework.core.env.Environment;

/** What a route logs during a call can be found by the call's trace id, in plain lines and in JSON. */
@Tag("full")
class LogTest extends ObservedGatewayTest {

    @Autowired
    private Environment environment;

    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            event.getMDCPropertyMap();
            events.add(event);
        }
    };

    @BeforeEach
    void listen() {
        events.clear();
        appender.setContext((LoggerContext) LoggerFactory.getILoggerFactory());
        appender.start();
        logger("told").addAppender(appender);
        logger("caravan.slow").addAppender(appender);
    }

    @AfterEach
    void leave() {
        logger("told").detachAppender(appender);
        logger("caravan.slow").detachAppender(appender);
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }

    @Test
    void plainLogLineStartsWithTheTraceId() {
        call("told", "{\"ms\":1}");
        events.clear();
        JsonNode result = call("told", "{\"ms\":1}");
        PatternLayout layout = new PatternLayout();
        layout.setContext((LoggerContext) LoggerFactory.getILoggerFactory());
        layout.setPattern(environment.getProperty("logging.pattern.correlation") + "%msg");
        layout.start();

        assertThat(events.get(0).getLoggerName()).isEqualTo("told");
        assertThat(layout.doLayout(events.get(0))).isEqualTo("[" + result.at("/_meta/traceId").asText() + "] a route warns");
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        ILoggingEvent outside = new ch.qos.logback.classic.spi.LoggingEvent("x", context.getLogger("x"), Level.INFO, "no call", null, null);
        assertThat(layout.doLayout(outside)).as("outside of calls").isEqualTo("no call");
    }

    @Test
    void jsonLogLineHasTraceIdToolAndCaller() throws Exception {
        JsonNode result = call("told", "{\"ms\":1}", "X-User-Id", "ann");
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        for (String format : List.of("ecs", "logstash")) {
            StructuredLogEncoder encoder = new StructuredLogEncoder();
            encoder.setContext(context);
            encoder.setFormat(format);
            context.putObject(Environment.class.getName(), environment);
            encoder.start();
            JsonNode line = McpClient.JSON.readTree(
                    new String(((Encoder<ILoggingEvent>) encoder).encode(events.get(0)), StandardCharsets.UTF_8));
            assertThat(line.at("/message").asText()).isEqualTo("a route warns");
            assertThat(line.at("/traceId").asText()).as(line.toString()).isEqualTo(result.at("/_meta/traceId").asText());
            assertThat(line.at("/tool").asText()).isEqualTo("told");
            assertThat(line.at("/caller").asText()).isEqualTo("ann");
        }
    }

    @Test
    void slowCallIsLoggedWithoutArguments() {
        JsonNode quick = call("told", "{\"ms\":2}");
        JsonNode slow = call("told", "{\"ms\":456}");
        List<ILoggingEvent> told = events.stream().filter(event -> event.getLoggerName().equals("caravan.slow"))
                .filter(event -> !event.getFormattedMessage().contains(quick.at("/_meta/traceId").asText())
                        || quick.at("/_meta/tookMs").asInt() < 300)
                .toList();

        assertThat(told).hasSize(1).allSatisfy(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getFormattedMessage()).startsWith("Slow call kind=tool name=told took=")
                    .endsWith(" trace=" + slow.at("/_meta/traceId").asText())
                    .doesNotContain("\"ms\"");
            assertThat(event.getMDCPropertyMap()).containsEntry("tool", "told").containsEntry("traceId",
                    slow.at("/_meta/traceId").asText());
        });
    }

    @Test
    void logLinesAreCountedByLevelWithoutATurboFilter() {
        double warned = scrape().value("logback_events_total", "level", "warn");
        call("told", "{\"ms\":1}");
        assertThat(scrape().value("logback_events_total", "level", "warn")).isGreaterThan(warned);
        assertThat(((LoggerContext) LoggerFactory.getILoggerFactory()).getTurboFilterList()).isEmpty();
    }
}
