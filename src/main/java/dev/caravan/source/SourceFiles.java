package dev.caravan.source;

import dev.caravan.source.SourceEdit.FileChange;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;

/** Changes files of settings, each by one atomic move. */
final class SourceFiles {

    /** Two gateways that share a folder take turns. */
    private static final String LOCK = ".sources.lock";

    private SourceFiles() {
    }

    /**
     * Makes all changes, or none.
     *
     * @return false, without a change, if a file has not the text that the edit is based on
     */
    static synchronized boolean change(List<FileChange> changes) throws IOException {
        Path folder = changes.get(0).file().toAbsolutePath().getParent();
        Files.createDirectories(folder);
        try (FileChannel channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE); FileLock lock = channel.lock()) {
            for (FileChange change : changes) {
                if (!Objects.equals(SourceText.ofFile(change.file()), change.before())) {
                    return false;
                }
            }
            int made = 0;
            try {
                for (FileChange change : changes) {
                    make(change.file(), change.after());
                    made++;
                }
            } catch (IOException e) {
                for (int i = made - 1; i >= 0; i--) {
                    make(changes.get(i).file(), changes.get(i).before());
                }
                throw e;
            }
            return lock.isValid();
        }
    }

    private static void make(Path file, String text) throws IOException {
        if (text == null) {
            Files.deleteIfExists(file);
            return;
        }
        Path target = Files.exists(file) ? file.toRealPath() : file; // a link stays a link
        Path next = target.resolveSibling("." + target.getFileName() + ".tmp");
        try {
            Files.deleteIfExists(next);
            boolean hasMode = Files.exists(target) && Files.getFileStore(target).supportsFileAttributeView("posix");
            if (hasMode) {
                Files.createFile(next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))); // others could read the text before it has the target's mode
            } else {
                Files.createFile(next);
            }
            Files.writeString(next, text, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
            if (hasMode) {
                Files.setPosixFilePermissions(next, Files.getPosixFilePermissions(target));
            }
            try {
                Files.move(next, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(next, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(next);
        }
    }
}
