package dev.caravan.intelligence.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The files below a directory that nobody has said to ignore: not {@code .gitignore} at any level, nor {@code .git/info/exclude},
 * nor {@code .caravanignore}, which has the same syntax and wins over both, nor the settings, which win over all. Git's own
 * directory, {@code node_modules} and symbolic links are never entered, so nothing outside of the directory is read.
 */
public final class WorkspaceFiles {

    private final Path root;
    private final List<String> excludes;

    /** @param excludes further patterns, as in a {@code .gitignore} at the root */
    public WorkspaceFiles(Path root, List<String> excludes) {
        this.root = root;
        this.excludes = List.copyOf(excludes);
    }

    /**
     * Begins at the first file again.
     *
     * @throws IOException if the root is no directory, or can't be read
     */
    public WorkspaceWalk walk() throws IOException {
        return new WorkspaceWalk(root.toRealPath(), IgnoreLines.of(excludes));
    }
}
