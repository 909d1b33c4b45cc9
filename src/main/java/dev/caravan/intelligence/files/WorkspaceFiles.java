package dev.caravan.intelligence.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds the files below a directory that no rule ignores. Rules come from {@code .gitignore} at any level and {@code .git/info/exclude};
 * from {@code .caravanignore}, which has the same syntax and overrides both; and from the settings, which override all. It never enters
 * Git's own directory, {@code node_modules} or symbolic links, so it reads nothing outside the directory.
 *
 * @param excludes more patterns, as in a {@code .gitignore} at the root
 */
public record WorkspaceFiles(Path root, List<String> excludes) {

    /**
     * Starts a new walk at the first file.
     *
     * @throws IOException if the root is not a readable directory
     */
    public WorkspaceWalk walk() throws IOException {
        return new WorkspaceWalk(root.toRealPath(), IgnoreLines.of(excludes));
    }
}
