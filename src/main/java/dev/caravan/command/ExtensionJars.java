package dev.caravan.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Adds the jars in {@code lib/ext} to the class path: Camel components and drivers that the gateway does not bring, such as those of
 * Kamelets.
 */
final class ExtensionJars {

    private ExtensionJars() {
    }

    /** Gives the calling thread a class loader with the jars. Spring and Camel take theirs from it. Call this before the gateway starts. */
    static void load(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            URL[] jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().map(ExtensionJars::url).toArray(URL[]::new);
            if (jars.length > 0) {
                Thread.currentThread().setContextClassLoader(new URLClassLoader("lib/ext", jars, ExtensionJars.class.getClassLoader()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " can't be read", e);
        }
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }
}
