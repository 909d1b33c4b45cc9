package dev.caravan.mcp;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;

/** How severe a log message is, least first (MCP, logging; RFC 5424). */
public enum LogLevel {

    DEBUG, INFO, NOTICE, WARNING, ERROR, CRITICAL, ALERT, EMERGENCY;

    /** From which on a legacy client hears of messages that has not said otherwise. */
    public static final LogLevel DEFAULT = INFO;

    /** The exchange property with a {@code Supplier<LogLevel>}: from which on the client of a legacy request hears. */
    public static final String PROPERTY = "mcpLogLevel";

    /** As it is written on the wire, for example {@code warning}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The level that is written so, if there is one. */
    public static Optional<LogLevel> of(String word) {
        return Arrays.stream(values()).filter(level -> level.word().equals(word)).findFirst();
    }

    /** From which on the client of a legacy request hears of messages. May block when asked. */
    @SuppressWarnings("unchecked")
    public static Supplier<LogLevel> source(Exchange exchange) {
        return exchange.getProperty(PROPERTY, (Supplier<LogLevel>) () -> DEFAULT, Supplier.class);
    }

    /** All of them, as words. */
    public static String words() {
        return Arrays.stream(values()).map(LogLevel::word).collect(Collectors.joining(", "));
    }
}
