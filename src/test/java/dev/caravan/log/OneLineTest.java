package dev.caravan.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.logging.logback.ColorConverter;
import org.springframework.boot.logging.logback.WhitespaceThrowableProxyConverter;
import org.yaml.snakeyaml.Yaml;

/** The shipped patterns write each message on one line. */
class OneLineTest {

    private final LoggerContext context = new LoggerContext();

    @Test
    void lineBreaksBecomeOneSpace() {
        PatternLayout layout = layout("%oneLine");
        Map.of("plain", "plain", "a\nb", "a b", "\r\na\n\nb\u2028", " a b ", "a\u0085\u2029b c", "a b c", "", "")
                .forEach((message, line) -> assertThat(layout.doLayout(event(message))).isEqualTo(line));
    }

    @ParameterizedTest
    @ValueSource(strings = {"console", "file"})
    void shippedLogPatternsUseIt(String which) throws Exception {
        Map<?, ?> settings = new Yaml().load(Files.readString(Path.of("src/main/resources/application.yaml")));
        String pattern = (String) ((Map<?, ?>) ((Map<?, ?>) settings.get("logging")).get("pattern")).get(which);

        String line = layout(pattern.replace("${logging.pattern.correlation:}", "")).doLayout(event("one\ntwo"));

        assertThat(line).endsWith(": one two\n").doesNotContain("PARSER_ERROR");
    }

    private PatternLayout layout(String pattern) {
        new LogPatterns().onApplicationEvent(null);
        PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.putIfAbsent("clr", ColorConverter::new);
        PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.putIfAbsent("wEx", WhitespaceThrowableProxyConverter::new);
        PatternLayout layout = new PatternLayout();
        layout.setContext(context);
        layout.setPattern(pattern);
        layout.start();
        return layout;
    }

    private LoggingEvent event(String message) {
        return new LoggingEvent("x", context.getLogger("dev.caravan.Some"), Level.INFO, message, null, null);
    }
}
