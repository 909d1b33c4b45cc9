package dev.caravan;

import java.util.Set;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.logback.LogbackLoggingSystem;

/**
 * Logging of a fork of tests, as {@code logback-test.xml} has it. Spring Boot's own is one gateway's: one that starts silences all others
 * until it is configured, and takes their appenders. Levels are set as ever, except that a command such as validate, which is quiet, does
 * not silence the gateways. The POM names this class.
 */
public final class ForkLogging extends LogbackLoggingSystem {

    private static final Set<String> GATEWAYS = Set.of(ROOT_LOGGER_NAME, "dev.caravan", "caravan", "org.apache.camel");

    public ForkLogging(ClassLoader loader) {
        super(loader);
    }

    @Override
    public void beforeInitialize() {
        // lines are logged while a gateway starts
    }

    @Override
    public void initialize(LoggingInitializationContext context, String config, LogFile file) {
        // it is configured
    }

    @Override
    public void cleanUp() {
        // others log on
    }

    @Override
    public void setLogLevel(String logger, LogLevel level) {
        if (level != LogLevel.ERROR || !GATEWAYS.contains(logger)) {
            super.setLogLevel(logger, level);
        }
    }
}
