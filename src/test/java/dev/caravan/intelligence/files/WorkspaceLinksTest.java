package dev.caravan.intelligence.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** The walk never leaves the workspace through a symbolic link. */
class WorkspaceLinksTest extends WorkspaceTest {

    @Test
    void symbolicLinksReachNothingOutside() throws IOException {
        Path outside = Files.createDirectory(place.resolve("outside"));
        Files.writeString(outside.resolve("secret.txt"), "secret");
        Files.writeString(outside.resolve("rules"), "*.txt\n");
        tree.files("a.txt", "dir/b.txt");
        Files.createSymbolicLink(root.resolve("link.txt"), outside.resolve("secret.txt"));
        Files.createSymbolicLink(root.resolve("linked"), outside);
        Files.createSymbolicLink(root.resolve("inside.txt"), root.resolve("a.txt"));
        Files.createSymbolicLink(root.resolve("dangling"), root.resolve("nowhere"));
        Files.createSymbolicLink(root.resolve("dir/loop"), root);
        Files.createSymbolicLink(root.resolve("self"), Path.of("self"));
        Files.createSymbolicLink(root.resolve(".gitignore"), outside.resolve("rules"));

        assertThat(tree.found()).containsExactly("a.txt", "dir/b.txt");
    }

    @Test
    void excludesOfGitAreNotReadThroughALink() throws IOException {
        Path outside = Files.createDirectories(place.resolve("outside/info")).getParent();
        Files.writeString(outside.resolve("info/exclude"), "*.txt\n");
        Files.createSymbolicLink(root.resolve(".git"), outside);
        tree.files("a.txt");

        assertThat(tree.found()).containsExactly("a.txt");
    }

    @Test
    void rootMayBeALink() throws IOException {
        tree.files("a.txt");
        Path link = Files.createSymbolicLink(place.resolve("link"), root);

        assertThat(new Tree(link).found()).containsExactly("a.txt");
    }

    @Test
    void directoryThatVanishesOrBecomesALinkAfterTheWalkIsNotRead() throws IOException {
        Path outside = Files.createDirectory(place.resolve("outside"));
        Files.writeString(outside.resolve("c.txt"), "secret");
        tree.files("a.txt", "gone/b.txt", "swapped/c.txt", "z.txt");
        WorkspaceFiles walk = WorkspaceFiles.in(root, List.of());
        for (String directory : List.of("gone/b.txt", "gone", "swapped/c.txt", "swapped")) {
            Files.delete(root.resolve(directory));
        }
        Files.createSymbolicLink(root.resolve("swapped"), outside);
        TextFiles files = new TextFiles(DataSize.ofMegabytes(1));

        assertThat(walk.found()).filteredOn(file -> files.read(file) instanceof TextFiles.ReadFile.Text).extracting(FoundFile::path)
                .containsExactly("a.txt", "z.txt");
        assertThat(Tree.found(WorkspaceFiles.in(root, List.of()))).containsExactly("a.txt", "z.txt");
        assertThat(walk.unreadable()).isZero();
    }
}
