package dev.caravan.routes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * What lies in the routes directory at one moment: every file by its name from the working directory, with its stamp.
 *
 * <p>Notifications of the file system ({@link FolderWatch}) only say when to look. What changed is found by comparing two trees: that is the
 * same for every way in which editors save, for new folders and for mounts.
 *
 * <p>Links are followed, so that a file counts as changed when what its link leads to has. Names that begin with two dots are left
 * out with all below them: a volume of Kubernetes keeps its files in such a folder ({@code ..2026_11_22_15_10_07.123}), which the
 * link {@code ..data} leads to, and shows them by links through that one.
 */
record RouteTree(TreeMap<String, Stamp> files) {

    private static final String ROUTES = ".camel.yaml";
    private static final String VOLUME = "..";

    /** @param key what tells a replaced file from the one before; generated routes have themselves as key and no path */
    record Stamp(Path path, long modifiedNanos, long size, Object key) {
    }

    static RouteTree of(Path directory) {
        TreeMap<String, Stamp> files = new TreeMap<>();
        try {
            Files.walkFileTree(directory, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return !folder.equals(directory) && isVolume(folder)
                            ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String name = file.toString().replace('\\', '/');
                    files.put(name, new Stamp(file, attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                            attributes.size(), attributes.fileKey()));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException vanished) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, IOException vanished) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RouteTree(files);
    }

    /** The same, and what settings ask for. */
    RouteTree with(Collection<GeneratedRoutes> generated) {
        TreeMap<String, Stamp> all = new TreeMap<>(files);
        generated.forEach(routes -> routes.files().forEach((name, templated) -> all.put(name, new Stamp(null, 0, 0, templated))));
        return new RouteTree(all);
    }

    /** @throws IOException if it is gone, or no UTF-8 text */
    String text(String name) throws IOException {
        return Files.readString(files.get(name).path());
    }

    /** The file's routes. */
    @SuppressWarnings("unchecked")
    RouteFile parsed(String name) throws IOException, RouteProblemException {
        Stamp stamp = files.get(name);
        return stamp.path() == null ? RouteFile.of(name, (List<GeneratedRoutes.Templated>) stamp.key()) : RouteFile.parse(name, text(name));
    }

    /** Whether it is a folder in which Kubernetes keeps a volume's files. */
    static boolean isVolume(Path folder) {
        return folder.getFileName().toString().startsWith(VOLUME);
    }

    /** Whether settings ask for it, and no file. */
    boolean isGenerated(String name) {
        Stamp stamp = files.get(name);
        return stamp != null && stamp.path() == null;
    }

    static boolean isRoutes(String name) {
        return name.endsWith(ROUTES);
    }
}
