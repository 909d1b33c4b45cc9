package dev.caravan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/** All of routes/ in a folder that may be edited. */
public final class RoutesCopy {

    private static final Path ROUTES = Path.of("routes");

    private RoutesCopy() {
    }

    /** @return the folder */
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
}
