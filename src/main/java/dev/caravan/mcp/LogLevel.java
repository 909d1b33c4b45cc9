package dev.caravan.mcp;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;

/** The severity of a log message, least severe first (MCP, logging; RFC 5424). */
public enum LogLevel {

    DEBUG, INFO, NOTICE, WARNING, ERROR, CRITICAL, ALERT, EMERGENCY;

    /** The lowest level that a legacy client gets when it has set none. */
    public static final LogLevel DEFAULT = INFO;

    /**
     * The exchange property with a {@code Supplier<LogLevel>}: the lowest level that the client of a legacy request has asked for, or null.
     */
    public static final String PROPERTY = "mcpLogLevel";

    /** Returns the level as written on the wire, for example {@code warning}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the level with this name on the wire. */
    public static Optional<LogLevel> of(String word) {
        return Arrays.stream(values()).filter(level -> level.word().equals(word)).findFirst();
    }

    /** Returns the supplier of the lowest level that the client of a legacy request has asked for, or of null. The supplier may block. */
    @SuppressWarnings("unchecked")
    public static Supplier<LogLevel> source(Exchange exchange) {
        return exchange.getProperty(PROPERTY, (Supplier<LogLevel>) () -> null, Supplier.class);
    }

    /** Returns all levels as written on the wire, separated by commas. */
    public static String words() {
        return Arrays.stream(values()).map(LogLevel::word).collect(Collectors.joining(", "));
    }
}
