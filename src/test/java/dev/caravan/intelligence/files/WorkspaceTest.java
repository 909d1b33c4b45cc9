package dev.caravan.intelligence.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A workspace of a test: an empty directory with a place beside it, and a tree that makes its files. */
abstract class WorkspaceTest {

    @TempDir
    Path place;
    Path root;
    Tree tree;

    @BeforeEach
    void begin() throws IOException {
        root = Files.createDirectory(place.resolve("workspace"));
        tree = new Tree(root);
    }
}
