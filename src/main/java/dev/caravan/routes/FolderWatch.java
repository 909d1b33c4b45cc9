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
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells when the file system reports a change in folders. Changes behind links are not reported, nor any change on a file system without
 * notifications. Users must therefore also read the folders at intervals.
 */
record FolderWatch(Collection<Path> folders, int depth, Runnable changed) implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);

    /** Watches folders and their subfolders. */
    static FolderWatch ofTrees(Collection<Path> folders, Runnable changed) {
        return new FolderWatch(folders, Integer.MAX_VALUE, changed);
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

    /**
     * The file system's notifications for all folders of this JVM. They share one watch, since the system allows each user only about a
     * hundred.
     */
    static final class FileEvents {

        private static final Map<WatchKey, Set<Runnable>> LISTENERS = new HashMap<>();
        private static WatchService service;

        private FileEvents() {
        }

        /**
         * Runs the listener at each later change of entries in the folder, on a thread of this class. It must return quickly. Does nothing
         * if it is a listener of the folder already.
         *
         * @throws IOException if the folder can't be watched
         */
        static synchronized void of(Path folder, Runnable listener) throws IOException {
            if (service == null) {
                service = FileSystems.getDefault().newWatchService();
                Thread thread = new Thread(FileEvents::tell, "file-events");
                thread.setDaemon(true);
                thread.start();
            }
            WatchKey key = folder.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
            LISTENERS.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(listener);
        }

        /** Ends the listener's notifications for all folders. */
        static synchronized void end(Runnable listener) {
            for (Iterator<Map.Entry<WatchKey, Set<Runnable>>> each = LISTENERS.entrySet().iterator(); each.hasNext();) {
                Map.Entry<WatchKey, Set<Runnable>> folder = each.next();
                folder.getValue().remove(listener);
                if (folder.getValue().isEmpty()) {
                    folder.getKey().cancel();
                    each.remove();
                }
            }
        }

        private static void tell() {
            try {
                while (true) {
                    WatchKey key = service.take();
                    key.pollEvents();
                    listeners(key, key.reset()).forEach(Runnable::run);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** @param valid false for a folder that is gone */
        private static synchronized List<Runnable> listeners(WatchKey key, boolean valid) {
            Set<Runnable> listeners = valid ? LISTENERS.get(key) : LISTENERS.remove(key);
            return listeners == null ? List.of() : List.copyOf(listeners);
        }
    }
}
