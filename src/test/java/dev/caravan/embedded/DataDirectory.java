package dev.caravan.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * The directory below which servers keep their data, for one JVM at a time. The lock is the operating system's and goes
 * with the JVM, however it ends; the file {@code lock} also tells the owner's process id.
 */
final class DataDirectory {

    private static final String LOCK = "lock";

    private final Path path;
    private final FileChannel channel;

    private DataDirectory(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** @throws IllegalStateException naming the process that has it, when it is in use */
    static DataDirectory own(Path directory) throws IOException {
        Path path = Files.createDirectories(directory).toRealPath();
        FileChannel channel = FileChannel.open(path.resolve(LOCK),
                StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (!locked(channel)) {
            String owner = read(channel);
            channel.close();
            throw new IllegalStateException("The data directory " + path + " is in use by process " + owner
                    + ". Stop that process, or choose another directory with caravan.embedded.data");
        }
        String owner = String.valueOf(ProcessHandle.current().pid());
        channel.truncate(0).write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.US_ASCII)));
        return new DataDirectory(path, channel);
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException heldByThisJvm) {
            return false;
        }
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(20);
        channel.read(bytes, 0);
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
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
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
