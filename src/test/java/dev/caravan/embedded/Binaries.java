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
 * Executables, unpacked from the class path once and then kept: 0.4 GB, and most of what a first start takes. A set is
 * there whole or not at all, whatever was killed half-way.
 */
final class Binaries {

    private static final String PARTIAL = "partial-";

    private final Path directory;

    private Binaries(Path directory) {
        this.directory = directory;
    }

    /** @param directory may be shared by several data directories and JVMs */
    static Binaries in(Path directory) throws IOException {
        Binaries binaries = new Binaries(Files.createDirectories(directory).toRealPath());
        binaries.removeWhatDeadProcessesLeft();
        return binaries;
    }

    /** What writes one set of executables into an empty directory. */
    interface Unpacking {
        void into(Path directory) throws IOException;
    }

    Path directory() {
        return directory;
    }

    /**
     * Where the executables lie that come in the same jar as {@code resource}. The jar's name, and with it its version,
     * is the name of the directory.
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

    /** A copy of what is installed elsewhere: an orphan is known by an executable of ours, and a link is not seen in the process table. */
    Path copied(String name, Path installed) throws IOException {
        Path ours = Files.createDirectories(directory.resolve(name)).resolve(installed.getFileName());
        if (!Files.exists(ours) || Files.mismatch(ours, installed) >= 0) {
            Path copy = Files.copy(installed, ours.resolveSibling(UUID.randomUUID().toString()), StandardCopyOption.COPY_ATTRIBUTES);
            Files.move(copy, ours, StandardCopyOption.REPLACE_EXISTING);
        }
        return ours;
    }

    /** Not a temporary directory as Java makes them: those are closed to the user that PostgreSQL may have to run as. */
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

    /** Another JVM may be about to remove it as well: the one that could rename it does. */
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
