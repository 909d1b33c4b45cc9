package dev.caravan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * This JVM's place among the JVMs that run tests in parallel. All forks share {@code target}, so each fork writes to its own folder there.
 */
public final class Fork {

    /** The system property with the name of the fork. pom.xml sets it. */
    public static final String PROPERTY = "caravan.tests.fork";

    private Fork() {
    }

    /** Returns {@code fork-1}, {@code fork-2}, …; {@code fork-0} outside of Maven's test run. */
    public static String name() {
        return System.getProperty(PROPERTY, "fork-0");
    }

    /** Returns 1, 2, …; 0 outside of Maven's test run. */
    public static int number() {
        return Integer.parseInt(name().substring("fork-".length()));
    }

    /** Creates the folder {@code target/fork-N/FOLDER} and returns it. */
    public static Path folder(String folder) {
        try {
            return Files.createDirectories(Path.of("target", name(), folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
