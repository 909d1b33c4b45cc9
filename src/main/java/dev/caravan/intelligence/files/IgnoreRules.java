package dev.caravan.intelligence.files;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.eclipse.jgit.ignore.IgnoreNode;

/**
 * The ignore rules of a directory: its own, and those of the directories above. The last matching rule of the innermost directory that has one
 * decides; {@code .caravanignore} comes before {@code .gitignore}.
 */
final class IgnoreRules {

    static final String GIT = ".git";

    private static final String GITS = ".gitignore";
    private static final String CARAVANS = ".caravanignore";

    /** The rules of the settings, which come first, and of Git's own directory, which come last. */
    private record Everywhere(IgnoreNode settings, IgnoreNode exclude) {
    }

    private final Everywhere everywhere;
    private final IgnoreRules around;
    private final int start;
    private final IgnoreNode caravan;
    private final IgnoreNode git;

    private IgnoreRules(Everywhere everywhere, IgnoreRules around, int start, IgnoreNode caravan, IgnoreNode git) {
        this.everywhere = everywhere;
        this.around = around;
        this.start = start;
        this.caravan = caravan;
        this.git = git;
    }

    static IgnoreRules atRoot(Path root, IgnoreNode settings) {
        Path info = root.resolve(GIT).resolve("info");
        boolean inside = Files.isDirectory(info.getParent(), LinkOption.NOFOLLOW_LINKS) && Files.isDirectory(info, LinkOption.NOFOLLOW_LINKS);
        Everywhere everywhere = new Everywhere(settings, inside ? IgnoreLines.read(info.resolve("exclude")) : IgnoreLines.NONE);
        return new IgnoreRules(everywhere, null, 0, IgnoreLines.read(root.resolve(CARAVANS)), IgnoreLines.read(root.resolve(GITS)));
    }

    /** @param path from the root, with {@code /} at its end */
    IgnoreRules below(Path directory, String path) {
        IgnoreNode innerCaravan = IgnoreLines.read(directory.resolve(CARAVANS));
        IgnoreNode innerGit = IgnoreLines.read(directory.resolve(GITS));
        boolean none = innerCaravan == IgnoreLines.NONE && innerGit == IgnoreLines.NONE;
        return none ? this : new IgnoreRules(everywhere, this, path.length(), innerCaravan, innerGit);
    }

    /** Whether an entry of the directory is ignored, by its path from the root. */
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
