package dev.caravan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * Outside of any repository, and gone when the JVM ends: for what lives as long as a class of tests, or is made before JUnit's
 * {@code @TempDir} is there.
 */
public final class TemporaryFolder {

    private TemporaryFolder() {
    }

    public static Path make(String prefix) {
        try {
            Path folder = Files.createTempDirectory(prefix);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes what is in this folder. */
    public static void empty(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.toList()) {
                FileSystemUtils.deleteRecursively(entry);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path folder) {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            System.err.println(folder + " is left: " + e);
        }
    }
}
