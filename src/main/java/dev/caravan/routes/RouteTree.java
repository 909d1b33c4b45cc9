package dev.caravan.routes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A snapshot of the routes directory: {file name from the working directory: its stamp}.
 *
 * <p>Notifications of the file system ({@link FolderWatch}) only say when to read the directory. Changes are found by comparing two trees.
 * This works for every way in which editors save, for new folders and for mounts.
 *
 * <p>Links are followed, so a file counts as changed when the target of its link changes. Names that begin with two dots are skipped, with
 * everything below them. A Kubernetes volume keeps its files in such a folder ({@code ..2026_11_22_15_10_07.123}). The link {@code ..data}
 * leads to that folder, and the visible files are links through {@code ..data}.
 */
public record RouteTree(TreeMap<String, Stamp> files) {

    private static final int MOST_BYTES = 4 * 1024 * 1024;

    /** @param key identity of the file, which differs after a replacement; generated routes are their own key and have no path */
    public record Stamp(Path path, long modifiedNanos, long size, Object key) {
    }

    /**
     * Reads the directory. A missing directory has no files.
     *
     * @throws UncheckedIOException if it can't be known now which files there are
     */
    public static RouteTree of(Path directory) {
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
                public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                    return unlessUnknown(failure);
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
                    return unlessUnknown(failure);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RouteTree(files);
    }

    /**
     * A folder that has vanished, or that the gateway may not read, has no files. Of any other one it is unknown, such as while too many
     * files are open.
     */
    private static FileVisitResult unlessUnknown(IOException failure) throws IOException {
        if (failure == null || failure instanceof NoSuchFileException || failure instanceof AccessDeniedException
                || failure instanceof FileSystemLoopException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }

    /** Returns the files in a folder, without those in its subfolders, ordered by name. */
    public static List<Stamp> in(Path folder) {
        return of(folder).files.values().stream().filter(file -> folder.equals(file.path().getParent())).toList();
    }

    /** Returns the tree with the generated routes added. */
    RouteTree with(Collection<GeneratedRoutes> generated) {
        TreeMap<String, Stamp> all = new TreeMap<>(files);
        generated.forEach(routes -> routes.files().forEach((name, templated) -> all.put(name, new Stamp(null, 0, 0, templated))));
        return new RouteTree(all);
    }

    /**
     * Reads the text of a file.
     *
     * @throws IOException if the file is gone, or is not UTF-8 text
     */
    String text(String name) throws IOException {
        return text(files.get(name).path());
    }

    /**
     * Reads the text of a file that people write.
     *
     * @throws IOException if the file is gone, is no regular file, has more than 4 MB, or is not UTF-8 text
     */
    public static String text(Path file) throws IOException {
        return text(file, MOST_BYTES);
    }

    /** Reads a text with a limit of its own. */
    public static String text(Path file, int mostBytes) throws IOException {
        if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
            throw new IOException("It is no regular file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(mostBytes + 1);
            if (bytes.length > mostBytes) {
                throw new IOException("It has more than " + mostBytes / 1024 / 1024 + " MB");
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        }
    }

    /** Reads and parses a file. */
    @SuppressWarnings("unchecked")
    RouteFile parsed(String name) throws IOException, RouteProblem.Refused {
        Stamp stamp = files.get(name);
        return stamp.path() == null ? RouteFile.of(name, (List<GeneratedRoutes.Templated>) stamp.key()) : RouteFile.parse(name, text(name));
    }

    /** Whether Kubernetes keeps the files of a volume in this folder. */
    static boolean isVolume(Path folder) {
        return folder.getFileName().toString().startsWith("..");
    }

    /** Whether the routes come from settings and not from a file. */
    boolean isGenerated(String name) {
        Stamp stamp = files.get(name);
        return stamp != null && stamp.path() == null;
    }

    static boolean isRoutes(String name) {
        return name.endsWith(".camel.yaml");
    }
}
