package dev.caravan.intelligence.files;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.ignore.IgnoreNode;

/**
 * The files below a directory that no rule ignores, in the order in which {@link String} compares their paths. Rules come from {@code
 * .gitignore} at any level and {@code .git/info/exclude}; from {@code .caravanignore}, which has the same syntax and overrides both; and
 * from the settings, which override all. It never enters Git's own directory, {@code node_modules} or symbolic links, so it finds nothing
 * outside the directory.
 */
public final class WorkspaceFiles {

    private static final String DEPENDENCIES = "node_modules";

    private final List<FoundFile> found = new ArrayList<>();
    private int unreadable;

    /**
     * Finds the files.
     *
     * @param excludes more patterns, as in a {@code .gitignore} at the root
     * @throws IOException if the root is not a readable directory
     */
    public static WorkspaceFiles in(Path root, List<String> excludes) throws IOException {
        WorkspaceFiles files = new WorkspaceFiles();
        Path real = root.toRealPath();
        files.enter(real, "", IgnoreRules.atRoot(real, IgnoreLines.of(excludes)));
        return files;
    }

    public List<FoundFile> found() {
        return found;
    }

    /** Returns how many files and directories were unreadable, or have a name that is not text. Their content was not found. */
    public int unreadable() {
        return unreadable;
    }

    private void enter(Path directory, String path, IgnoreRules rules) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(directory.toString());
        }
        SortedMap<String, Path> entries = new TreeMap<>(); // directories have / at the end, which gives them their place
        try (DirectoryStream<Path> listed = Files.newDirectoryStream(directory)) {
            for (Path file : listed) {
                Optional<String> name = FileName.of(file);
                name.ifPresentOrElse(one -> entries.put(path + one + (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) ? "/" : ""), file),
                        () -> unreadable++);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.forEach((entry, file) -> {
            try {
                take(entry, file, rules);
            } catch (NoSuchFileException | NotDirectoryException e) {
                // deleted since it was listed
            } catch (IOException e) {
                unreadable++;
            }
        });
    }

    private void take(String path, Path file, IgnoreRules rules) throws IOException {
        boolean directory = path.endsWith("/");
        String plain = directory ? path.substring(0, path.length() - 1) : path;
        String name = plain.substring(plain.lastIndexOf('/') + 1);
        if (name.equalsIgnoreCase(IgnoreRules.GIT) || name.equals(DEPENDENCIES)) {
            return;
        }
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isOther() || attributes.isSymbolicLink() || rules.ignore(plain, directory)) {
            return;
        }
        if (directory) {
            enter(file, path, rules.below(file, path));
        } else {
            found.add(new FoundFile(path, file, attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)));
        }
    }

    /**
     * The ignore rules of a directory: its own, and those of the directories above. The last matching rule of the innermost directory
     * that has one decides; {@code .caravanignore} comes before {@code .gitignore}. The rules of the settings come first, those of Git's
     * own directory last.
     */
    record IgnoreRules(IgnoreNode settings, IgnoreNode exclude, IgnoreRules around, int start, IgnoreNode caravan, IgnoreNode git) {

        static final String GIT = ".git";

        private static final String GITS = ".gitignore";
        private static final String CARAVANS = ".caravanignore";

        static IgnoreRules atRoot(Path root, IgnoreNode settings) {
            Path info = root.resolve(GIT).resolve("info");
            boolean inside = Files.isDirectory(info.getParent(), LinkOption.NOFOLLOW_LINKS)
                    && Files.isDirectory(info, LinkOption.NOFOLLOW_LINKS);
            IgnoreNode exclude = inside ? IgnoreLines.read(info.resolve("exclude")) : IgnoreLines.NONE;
            return new IgnoreRules(settings, exclude, null, 0, IgnoreLines.read(root.resolve(CARAVANS)),
                    IgnoreLines.read(root.resolve(GITS)));
        }

        /** @param path from the root, with {@code /} at its end */
        IgnoreRules below(Path directory, String path) {
            IgnoreNode innerCaravan = IgnoreLines.read(directory.resolve(CARAVANS));
            IgnoreNode innerGit = IgnoreLines.read(directory.resolve(GITS));
            boolean none = innerCaravan == IgnoreLines.NONE && innerGit == IgnoreLines.NONE;
            return none ? this : new IgnoreRules(settings, exclude, this, path.length(), innerCaravan, innerGit);
        }

        /** Whether an entry of the directory is ignored, by its path from the root. */
        boolean ignore(String path, boolean directory) {
            Boolean decided = settings.checkIgnored(path, directory);
            for (IgnoreRules rules = this; decided == null && rules != null; rules = rules.around) {
                decided = rules.caravan.checkIgnored(path.substring(rules.start), directory);
            }
            for (IgnoreRules rules = this; decided == null && rules != null; rules = rules.around) {
                decided = rules.git.checkIgnored(path.substring(rules.start), directory);
            }
            if (decided == null) {
                decided = exclude.checkIgnored(path, directory);
            }
            return Boolean.TRUE.equals(decided);
        }
    }

    /** Decodes file names as UTF-8 in every locale. In the locale C, the JVM itself reads all characters beyond ASCII as {@code U+FFFD}. */
    static final class FileName {

        private static final char UNKNOWN = '\uFFFD';

        private FileName() {
        }

        /** Returns empty if the name is not UTF-8. */
        static Optional<String> of(Path file) {
            String name = file.getFileName().toString();
            if (name.indexOf(UNKNOWN) >= 0) {
                String uri = file.toUri().getRawPath();
                String escaped = uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
                name = URLDecoder.decode(escaped.substring(escaped.lastIndexOf('/') + 1).replace("+", "%2B"), StandardCharsets.UTF_8);
            }
            return name.indexOf(UNKNOWN) < 0 ? Optional.of(name) : Optional.empty();
        }
    }
}
