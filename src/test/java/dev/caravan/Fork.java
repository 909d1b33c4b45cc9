package dev.caravan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This JVM among those that run tests side by side. Forks share {@code target}, so each writes to a folder of its own there. */
public final class Fork {

    /** The system property with the fork's number; pom.xml sets it. */
    public static final String PROPERTY = "caravan.tests.fork";

    private Fork() {
    }

    /** 1, 2, …; 0 outside Maven's test run. */
    public static int number() {
        return Integer.getInteger(PROPERTY, 0);
    }

    /** {@code target/fork-N/NAME}, which exists. */
    public static Path folder(String name) {
        try {
            return Files.createDirectories(Path.of("target", "fork-" + number(), name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
