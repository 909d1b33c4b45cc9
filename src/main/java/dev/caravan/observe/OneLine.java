package dev.caravan.observe;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import dev.caravan.envelope.Masked;
import java.util.regex.Pattern;
import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.boot.json.JsonWriter;
import org.springframework.boot.logging.logback.ExtendedWhitespaceThrowableProxyConverter;
import org.springframework.boot.logging.structured.StructuredLoggingJsonMembersCustomizer;
import org.springframework.context.ApplicationListener;

/**
 * Implements {@code %oneLine} in log patterns: the message with each run of line breaks replaced by a space, so that a caller's text can't
 * look like another log line. Passwords in addresses are replaced too: drivers repeat the address that they could not use.
 */
public final class OneLine extends MessageConverter {

    private static final Pattern BREAKS = Pattern.compile("[\\n\\r\\u0085\\u2028\\u2029]+");

    @Override
    public String convert(ILoggingEvent event) {
        String text = Masked.of(super.convert(event));
        return hasBreak(text) ? BREAKS.matcher(text).replaceAll(" ") : text;
    }

    /** Returns whether the pattern may find something. Nearly all lines have nothing, and a look costs less than the pattern. */
    private static boolean hasBreak(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '\u0085' || c == '\u2028' || c == '\u2029') {
                return true;
            }
        }
        return false;
    }

    /** Implements {@code %trace}: a stack trace without passwords in addresses. */
    public static final class Trace extends ExtendedWhitespaceThrowableProxyConverter {

        @Override
        protected String throwableProxyToString(IThrowableProxy thrown) {
            return Masked.of(super.throwableProxyToString(thrown));
        }
    }

    /** Does the same for log lines in JSON. */
    public static final class Json implements StructuredLoggingJsonMembersCustomizer<Object> {

        @Override
        public void customize(JsonWriter.Members<Object> members) {
            members.applyingValueProcessor(JsonWriter.ValueProcessor.of(String.class, Masked::of));
        }
    }

    /**
     * Registers {@link OneLine} and its trace with Logback before Spring Boot reads the log patterns. {@code META-INF/spring.factories}
     * names this class.
     */
    static final class LogPatterns implements ApplicationListener<ApplicationStartingEvent> {

        @Override
        public void onApplicationEvent(ApplicationStartingEvent starting) {
            PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.put("oneLine", OneLine::new);
            PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.put("trace", OneLine.Trace::new);
        }
    }
}
