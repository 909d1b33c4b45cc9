package dev.caravan.intelligence.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The walk passes over what is no file, counts directories that it cannot read, and refuses a root that is none. */
class WorkspaceUnreadableTest extends WorkspaceTest {

    @Test
    void specialFilesAreSkipped() throws IOException, InterruptedException {
        Needs.program(Path.of("/usr/bin/mkfifo"), "coreutils");
        tree.files("a.txt");
        assertThat(new ProcessBuilder("/usr/bin/mkfifo", root.resolve("pipe").toString()).start().waitFor()).isZero();

        assertThat(tree.found()).containsExactly("a.txt");
    }

    /** As root there are none, and the walk goes into all. */
    @Test
    void unreadableDirectoriesAreCounted() throws IOException {
        tree.files("a.txt", "closed/b.txt", "c.txt");
        Files.setPosixFilePermissions(root.resolve("closed"), PosixFilePermissions.fromString("---------"));
        try {
            boolean isRoot = Files.isReadable(root.resolve("closed"));
            WorkspaceFiles walk = WorkspaceFiles.in(root, List.of());

            assertThat(Tree.found(walk))
                    .containsExactlyElementsOf(isRoot ? List.of("a.txt", "c.txt", "closed/b.txt") : List.of("a.txt", "c.txt"));
            assertThat(walk.unreadable()).isEqualTo(isRoot ? 0 : 1);
        } finally {
            Files.setPosixFilePermissions(root.resolve("closed"), PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void missingRootIsAnError() throws IOException {
        tree.files("a.txt");

        assertThatThrownBy(() -> WorkspaceFiles.in(root.resolve("nowhere"), List.of())).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> WorkspaceFiles.in(root.resolve("a.txt"), List.of())).isInstanceOf(NotDirectoryException.class);
    }
}
