package dev.caravan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This JVM among those that run tests side by side. Forks share {@code target}, so each writes to a folder of its own there. */
public final class Fork {

    /** The system property with the fork's name; pom.xml sets it. */
    public static final String PROPERTY = "caravan.tests.fork";

    private Fork() {
    }

    /** {@code fork-1}, {@code fork-2}, …; {@code fork-0} outside Maven's test run. */
    public static String name() {
        return System.getProperty(PROPERTY, "fork-0");
    }

    /** 1, 2, …; 0 outside Maven's test run. */
    public static int number() {
        return Integer.parseInt(name().substring("fork-".length()));
    }

    /** {@code target/fork-N/FOLDER}, which exists. */
    public static Path folder(String folder) {
        try {
            return Files.createDirectories(Path.of("target", name(), folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
