package dev.caravan.embedded;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * Unpacks executables from the class path once and keeps them: 0.4 GB, and most of the time of a first start. A set is complete or missing,
 * even if the JVM was killed while it unpacked.
 */
final class Binaries {

    private static final String PARTIAL = "partial-";

    private final Path directory;

    private Binaries(Path directory) {
        this.directory = directory;
    }

    /** @param directory several data directories and JVMs may share it */
    static Binaries in(Path directory) throws IOException {
        Binaries binaries = new Binaries(Files.createDirectories(directory).toRealPath());
        binaries.removeWhatDeadProcessesLeft();
        return binaries;
    }

    /** Writes one set of executables into an empty directory. */
    interface Unpacking {
        void into(Path directory) throws IOException;
    }

    Path directory() {
        return directory;
    }

    /**
     * Returns the directory of the executables that are in the same jar as {@code resource}. The directory has the name of the jar, which
     * contains the version.
     */
    Path unpacked(String resource, Unpacking unpacking) throws IOException {
        Path target = directory.resolve(jarOf(resource));
        if (!Files.isDirectory(target)) {
            Path partial = Files.createDirectory(partial());
            unpacking.into(partial);
            publish(partial, target);
        }
        return target;
    }

    /**
     * Copies an executable that is installed elsewhere. Orphans are recognized by the path of our executables, and the process table does
     * not show links.
     */
    Path copied(String name, Path installed) throws IOException {
        Path ours = Files.createDirectories(directory.resolve(name)).resolve(installed.getFileName());
        if (!Files.exists(ours) || Files.mismatch(ours, installed) >= 0) {
            Path copy = Files.copy(installed, ours.resolveSibling(UUID.randomUUID().toString()), StandardCopyOption.COPY_ATTRIBUTES);
            Files.move(copy, ours, StandardCopyOption.REPLACE_EXISTING);
        }
        return ours;
    }

    /** Java's own temporary directories would be closed to the user that runs PostgreSQL. */
    private Path partial() {
        return directory.resolve(PARTIAL + ProcessHandle.current().pid() + "-" + UUID.randomUUID());
    }

    private static void publish(Path partial, Path target) throws IOException {
        try {
            Files.move(partial, target);
        } catch (IOException e) {
            FileSystemUtils.deleteRecursively(partial);
            if (!Files.isDirectory(target)) {
                throw e;
            }
        }
    }

    private void removeWhatDeadProcessesLeft() throws IOException {
        List<Path> partials;
        try (Stream<Path> files = Files.list(directory)) {
            partials = files.filter(file -> file.getFileName().toString().startsWith(PARTIAL)).toList();
        }
        for (Path partial : partials) {
            long pid = Long.parseLong(partial.getFileName().toString().split("-")[1]);
            if (ProcessHandle.of(pid).isEmpty()) {
                FileSystemUtils.deleteRecursively(taken(partial));
            }
        }
    }

    /** Another JVM may be about to remove it too; the JVM that could rename it removes it. */
    private Path taken(Path partial) throws IOException {
        Path mine = partial();
        try {
            return Files.move(partial, mine);
        } catch (NoSuchFileException takenByAnother) {
            return mine;
        }
    }

    private static String jarOf(String resource) throws IOException {
        URL url = Binaries.class.getClassLoader().getResource(resource);
        if (url == null) {
            throw new IOException("no executables for this system on the class path: " + resource);
        }
        Path jar = Path.of(((JarURLConnection) url.openConnection()).getJarFileURL().getPath());
        return jar.getFileName().toString().replaceFirst("\\.jar$", "");
    }
}
