package dev.caravan.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * The directory below which servers keep their data, for one JVM at a time. The lock on the file {@code lock} is the
 * operating system's and goes with the JVM, however it ends. The file {@code owner} tells who has it, and is a file of its
 * own because a process loses its lock when it closes the locked file, also where it had opened it only to read.
 */
final class DataDirectory {

    private static final String LOCK = "lock";
    private static final String OWNER = "owner";

    private final Path path;
    private final FileChannel lock;

    private DataDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** @throws IllegalStateException naming the process that has it, when it is in use */
    static synchronized DataDirectory own(Path directory) throws IOException {
        Path path = Files.createDirectories(directory).toRealPath();
        if (owner(path).equals(self())) {
            throw inUse(path);
        }
        FileChannel lock = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) {
            lock.close();
            throw inUse(path);
        }
        Files.writeString(path.resolve(OWNER), self());
        return new DataDirectory(path, lock);
    }

    /** With its start, as the next JVM may well have the same number: in a container they often do. */
    private static String self() {
        ProcessHandle self = ProcessHandle.current();
        return self.pid() + self.info().startInstant().map(start -> " (started " + start + ")").orElse("");
    }

    private static String owner(Path path) throws IOException {
        Path file = path.resolve(OWNER);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private static IllegalStateException inUse(Path path) throws IOException {
        return new IllegalStateException("The data directory " + path + " is in use by process " + owner(path)
                + ". Stop that process, or choose another directory with caravan.embedded.data");
    }

    Path of(String server) {
        return path.resolve(server);
    }

    Path path() {
        return path;
    }

    /** Removes all that servers have left here; none may be running. */
    void wipe() throws IOException {
        List<Path> directories;
        try (Stream<Path> files = Files.list(path)) {
            directories = files.filter(Files::isDirectory).toList();
        }
        for (Path directory : directories) {
            FileSystemUtils.deleteRecursively(directory);
        }
    }

    void release() {
        try {
            Files.deleteIfExists(path.resolve(OWNER));
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
