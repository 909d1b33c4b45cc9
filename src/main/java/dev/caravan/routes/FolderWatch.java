package dev.caravan.routes;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells when the file system reports a change in folders. Changes behind links are not reported, nor any change on a file system without notifications.
 * Users must therefore also read the folders at intervals.
 */
final class FolderWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);

    private final Collection<Path> folders;
    private final int depth;
    private final Runnable changed;

    private FolderWatch(Collection<Path> folders, int depth, Runnable changed) {
        this.folders = folders;
        this.depth = depth;
        this.changed = changed;
    }

    /** Watches a folder and its subfolders. */
    static FolderWatch ofTree(Path folder, Runnable changed) {
        return new FolderWatch(List.of(folder), Integer.MAX_VALUE, changed);
    }

    /** Watches folders without their subfolders. */
    static FolderWatch of(Collection<Path> folders, Runnable changed) {
        return new FolderWatch(folders, 1, changed);
    }

    /** Adds new folders to the watch. Call this method before reading the folders, so that a later change is reported. */
    void include() {
        for (Path folder : folders) {
            try {
                include(folder);
            } catch (IOException e) {
                LOG.debug("{} cannot be watched and is read at intervals", folder, e);
            }
        }
    }

    private void include(Path folder) throws IOException {
        Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), depth, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) throws IOException {
                if (!each.equals(folder) && RouteTree.isVolume(each)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                FileEvents.of(each, changed);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException vanished) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Override
    public void close() {
        FileEvents.end(changed);
    }
}
