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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.ignore.IgnoreNode;

/**
 * Walks through a workspace once, in the order in which {@link String} compares the paths. It holds only the entries of the directories
 * that it is in. Not thread-safe; it needs no closing.
 */
public final class WorkspaceWalk implements Iterator<FoundFile> {

    private static final String DEPENDENCIES = "node_modules";

    /** A directory in the walk, with its entries that are not ignored. */
    private record Level(IgnoreRules rules, Iterator<Entry> entries) {
    }

    /** @param path with {@code /} at the end for a directory, which gives it its place among its neighbours */
    private record Entry(String path, Path file, BasicFileAttributes attributes) {
    }

    private final Deque<Level> levels = new ArrayDeque<>();
    private int unreadable;
    private FoundFile next;

    WorkspaceWalk(Path root, IgnoreNode excludes) throws IOException {
        if (!Files.isDirectory(root)) {
            throw new NotDirectoryException(root.toString());
        }
        enter(root, "", IgnoreRules.atRoot(root, excludes));
    }

    @Override
    public boolean hasNext() {
        while (next == null && !levels.isEmpty()) {
            advance();
        }
        return next != null;
    }

    @Override
    public FoundFile next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        FoundFile found = next;
        next = null;
        return found;
    }

    /** Returns how many files and directories so far were unreadable, or have a name that is not text. Their content was not found. */
    public int unreadable() {
        return unreadable;
    }

    private void advance() {
        Level level = levels.getLast();
        if (!level.entries.hasNext()) {
            levels.removeLast();
            return;
        }
        Entry entry = level.entries.next();
        if (entry.attributes.isDirectory()) {
            try {
                enter(entry.file, entry.path, level.rules.below(entry.file, entry.path));
            } catch (NoSuchFileException | NotDirectoryException e) {
                // deleted since it was listed
            } catch (IOException e) {
                unreadable++;
            }
        } else {
            next = new FoundFile(entry.path, entry.file, entry.attributes.size(),
                    entry.attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
        }
    }

    private void enter(Path directory, String path, IgnoreRules rules) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(directory.toString());
        }
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> listed = Files.newDirectoryStream(directory)) {
            for (Path file : listed) {
                entry(file, path, rules).ifPresent(entries::add);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort(Comparator.comparing(Entry::path));
        levels.addLast(new Level(rules, entries.iterator()));
    }

    private Optional<Entry> entry(Path file, String parent, IgnoreRules rules) {
        Optional<String> name = FileName.of(file);
        if (name.isEmpty()) {
            unreadable++;
            return Optional.empty();
        }
        if (name.get().equalsIgnoreCase(IgnoreRules.GIT) || name.get().equals(DEPENDENCIES)) {
            return Optional.empty();
        }
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean directory = attributes.isDirectory();
            String path = parent + name.get();
            boolean wanted = (directory || attributes.isRegularFile()) && !rules.ignore(path, directory);
            return wanted ? Optional.of(new Entry(directory ? path + '/' : path, file, attributes)) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            unreadable++;
            return Optional.empty();
        }
    }

    /**
     * The ignore rules of a directory: its own, and those of the directories above. The last matching rule of the innermost directory
     * that has one decides; {@code .caravanignore} comes before {@code .gitignore}.
     */
    record IgnoreRules(Everywhere everywhere, IgnoreRules around, int start, IgnoreNode caravan, IgnoreNode git) {

        static final String GIT = ".git";

        private static final String GITS = ".gitignore";
        private static final String CARAVANS = ".caravanignore";

        /** The rules of the settings, which come first, and of Git's own directory, which come last. */
        private record Everywhere(IgnoreNode settings, IgnoreNode exclude) {
        }

        static IgnoreRules atRoot(Path root, IgnoreNode settings) {
            Path info = root.resolve(GIT).resolve("info");
            boolean inside = Files.isDirectory(info.getParent(), LinkOption.NOFOLLOW_LINKS)
                    && Files.isDirectory(info, LinkOption.NOFOLLOW_LINKS);
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
