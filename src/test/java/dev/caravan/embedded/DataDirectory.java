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
 * The directory of all servers' data, for one JVM at a time. The operating system holds the lock on the file {@code lock} and releases it
 * when the JVM ends, however it ends. A separate file {@code owner} names the process: a process would lose its lock when it closes the
 * locked file, even if it only read it.
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

    /** @throws IllegalStateException if the directory is in use; the message names the process */
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

    /** Identifies this process by its number and start time, since the next JVM may have the same number; in containers it often does. */
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
                + ". Stop that process, or set another directory with caravan.embedded.data");
    }

    Path of(String server) {
        return path.resolve(server);
    }

    Path path() {
        return path;
    }

    /** Removes all data of the servers. No server may be running. */
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
