package dev.caravan.intelligence.files;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.eclipse.jgit.ignore.IgnoreNode;

/**
 * What is ignored in a directory: the rules of the directories around it, and its own. The last rule that matches decides, of
 * the innermost directory that has one; {@code .caravanignore} is asked before {@code .gitignore}.
 */
final class IgnoreRules {

    static final String GIT = ".git";

    /** Those of the settings, and of Git's own directory: first and last to be asked. */
    private record Everywhere(IgnoreNode settings, IgnoreNode exclude) {
    }

    private final Everywhere everywhere;
    private final IgnoreRules around;
    private final int start;
    private final IgnoreNode caravan;
    private final IgnoreNode git;

    private IgnoreRules(Everywhere everywhere, IgnoreRules around, int start, Path directory) {
        this.everywhere = everywhere;
        this.around = around;
        this.start = start;
        this.caravan = IgnoreLines.read(directory.resolve(".caravanignore"));
        this.git = IgnoreLines.read(directory.resolve(".gitignore"));
    }

    static IgnoreRules atRoot(Path root, IgnoreNode settings) {
        Path info = root.resolve(GIT).resolve("info");
        boolean inside = Files.isDirectory(info.getParent(), LinkOption.NOFOLLOW_LINKS) && Files.isDirectory(info, LinkOption.NOFOLLOW_LINKS);
        return new IgnoreRules(new Everywhere(settings, inside ? IgnoreLines.read(info.resolve("exclude")) : IgnoreLines.NONE), null, 0, root);
    }

    /** @param path from the root, with {@code /} at its end */
    IgnoreRules below(Path directory, String path) {
        return new IgnoreRules(everywhere, this, path.length(), directory);
    }

    /** Of something that lies in the directory itself, by its path from the root. */
    boolean ignore(String path, boolean directory) {
        Boolean decided = everywhere.settings.checkIgnored(path, directory);
        for (IgnoreRules rules = this; decided == null && rules != null; rules = rules.around) {
            decided = rules.caravan.checkIgnored(path.substring(rules.start), directory);
        }
        for (IgnoreRules rules = this; decided == null && rules != null; rules = rules.around) {
            decided = rules.git.checkIgnored(path.substring(rules.start), directory);
        }
        if (decided == null) {
            decided = everywhere.exclude.checkIgnored(path, directory);
        }
        return Boolean.TRUE.equals(decided);
    }
}
