package dev.caravan.routes;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for the file system to report a change in a folder or its subfolders. Changes behind links are not reported, nor any change on a file system
 * without notifications. Callers must therefore also read the folder at intervals.
 */
final class FolderWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);

    private final Path folder;
    private final WatchService changes;

    FolderWatch(Path folder) throws IOException {
        this.folder = folder;
        this.changes = FileSystems.getDefault().newWatchService();
    }

    /** Adds new subfolders to the watch. Call this method before reading the folder, so that a later change is reported. */
    void include() {
        try {
            Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) throws IOException {
                    if (!each.equals(folder) && RouteTree.isVolume(each)) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    each.register(changes, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY, StandardWatchEventKinds.ENTRY_DELETE);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException vanished) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            LOG.debug("Folders below {} cannot be watched, they are read at intervals", folder, e);
        }
    }

    /**
     * Waits for a change.
     *
     * @return true at a change, false after that time
     */
    boolean await(Duration time) throws InterruptedException {
        WatchKey key = changes.poll(time.toMillis(), TimeUnit.MILLISECONDS);
        boolean changed = key != null;
        for (; key != null; key = changes.poll()) {
            key.pollEvents();
            key.reset();
        }
        return changed;
    }

    @Override
    public void close() throws IOException {
        changes.close();
    }
}
