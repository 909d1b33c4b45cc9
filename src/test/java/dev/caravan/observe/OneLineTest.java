package dev.caravan.observe;

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

    /** Drivers repeat the address that they could not use. */
    @Test
    void passwordsInAddressesAreLeftOut() {
        PatternLayout layout = layout("%oneLine%n%trace");
        Map.of("no driver for jdbcUrl=postgres://u:s3cret@h:5432/d", "no driver for jdbcUrl=postgres://***@h:5432/d",
                "tcp://h:1?user=a&password=s3cret&x=1", "tcp://h:1?user=a&password=***&x=1",
                "jdbc:postgresql://h/d?sslpassword=s3cret", "jdbc:postgresql://h/d?sslpassword=***", "(mongodb://u:s3@cret@h,h2/d)",
                "(mongodb://***@h,h2/d)",
                "url=http://h:8080/a?b=c@d key=value token=x", "url=http://h:8080/a?b=c@d key=value token=x")
                .forEach((message, line) -> assertThat(layout.doLayout(event(message))).isEqualTo(line + "\n"));

        Exception thrown = new IllegalStateException("outer", new IllegalArgumentException("can't use redis://u:s3cret@h"));
        String printed = layout.doLayout(new LoggingEvent("x", context.getLogger("dev.caravan.Some"), Level.INFO, "m", thrown, null));
        assertThat(printed).contains("can't use redis://***@h", "\tat ").doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:mysql://h/d?trustCertificateKeyStorePassword=s3cret",
        "jdbc:mysql://h/d?a=b&clientCertificateKeyStorePassword=s3cret",
        "jdbc:mysql://address=(host=h)(user=u)(password=s3cret)/d", "jdbc:mysql://(host=h,password=s3cret)/d",
        "jdbc:mysql:replication://u:s3cret@h,v:s3cret@i/d",
        "https://h/a?client_secret=s3cret&b=c", "https://h/a#access_token=s3cret", "https://h/a?refresh_token=s3cret",
        "https://h/a?API-Key=s3cret",
        "https://h/a?X-Amz-Signature=s3cret", "https://h/a?pwd=s3cret"})
    void secretsInParametersAreLeftOut(String address) {
        assertThat(layout("%oneLine").doLayout(event("can't use " + address))).contains("***").doesNotContain("s3cret");
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
        new OneLine.LogPatterns().onApplicationEvent(null);
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
