package dev.caravan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Copies of routes/ that may be edited. */
public final class RoutesCopy {

    private static final Path ROUTES = Path.of("routes");

    private RoutesCopy() {
    }

    /** Copies all of them to this folder, and returns it. */
    public static Path to(Path folder) {
        try (Stream<Path> files = Files.walk(ROUTES)) {
            for (Path file : files.toList()) {
                Path to = folder.resolve(ROUTES.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
                }
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A folder with the repository's entries and steps of a call, and an empty one for edits. */
    public static Path entries() {
        try {
            Path routes = TemporaryFolder.make("caravan-routes");
            for (String folder : List.of("entry", "call")) {
                Files.createDirectories(routes.resolve(folder));
                try (Stream<Path> files = Files.list(ROUTES.resolve(folder))) {
                    for (Path file : files.toList()) {
                        Files.copy(file, routes.resolve(folder).resolve(file.getFileName()));
                    }
                }
            }
            Files.createDirectories(routes.resolve("edited"));
            return routes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies these files of a folder of the repository's routes. */
    static void add(Path routes, String folder, String... names) {
        try {
            Files.createDirectories(routes.resolve(folder));
            for (String name : names) {
                Files.copy(ROUTES.resolve(folder).resolve(name + ".camel.yaml"), routes.resolve(folder).resolve(name + ".camel.yaml"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same, with these routes as edits. */
    public static Path entries(String yaml) {
        Path routes = entries();
        save(routes, "own", yaml);
        return routes;
    }

    /** Saves a route file among the edits of {@link #entries}. */
    static void save(Path routes, String name, String yaml) {
        try {
            Files.writeString(routes.resolve("edited").resolve(name + ".camel.yaml"), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
