package dev.caravan;

import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.logback.LogbackLoggingSystem;

/**
 * Logging of a fork of tests, as {@code logback-test.xml} has it. Spring Boot's own is one gateway's: one that starts silences all others
 * until it is configured, and takes their appenders. Levels are set as ever. The POM names this class.
 */
public final class ForkLogging extends LogbackLoggingSystem {

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
}
