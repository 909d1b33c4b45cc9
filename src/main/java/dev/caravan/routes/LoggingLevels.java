package dev.caravan.routes;

import java.util.Locale;
import org.apache.camel.Converter;
import org.apache.camel.LoggingLevel;
import org.apache.camel.TypeConverters;
import org.springframework.stereotype.Component;

/**
 * Converts a level's name to Camel's {@link LoggingLevel}. The error handler of every step needs this conversion. Camel has the same conversion, but
 * searches all its converters first each time, which took a fifth of the routes' start time.
 */
@Component
public class LoggingLevels implements TypeConverters {

    @Converter
    public LoggingLevel level(String name) {
        return LoggingLevel.valueOf(name.toUpperCase(Locale.ROOT));
    }
}
