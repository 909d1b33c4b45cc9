package dev.caravan.intelligence.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceFilesTest {

    @TempDir
    private Path place;
    private Path root;
    private Tree tree;

    @BeforeEach
    void begin() throws IOException {
        root = Files.createDirectory(place.resolve("workspace"));
        tree = new Tree(root);
    }

    @Test
    void filesComeInTheOrderOfTheirPaths() throws IOException {
        tree.files("b.txt", "a/z.txt", "a.txt", "a-b/c.txt", "a/b/c/d.txt", "Z.txt", "a0");

        assertThat(tree.found()).containsExactly("Z.txt", "a-b/c.txt", "a.txt", "a/b/c/d.txt", "a/z.txt", "a0", "b.txt").isSorted();
    }

    @Test
    void aFileComesWithItsSizeAndTheTimeOfItsLastChange() throws IOException {
        Path file = tree.file("src/主.txt", "文字");
        Instant changed = Instant.parse("2026-11-22T10:11:12.123456Z");
        Files.setLastModifiedTime(file, FileTime.from(changed));

        WorkspaceWalk walk = new WorkspaceFiles(root, List.of()).walk();

        FoundFile found = walk.next();
        assertThat(found).isEqualTo(new FoundFile("src/主.txt", file.toRealPath(), 6, changed.getEpochSecond() * 1_000_000_000 + 123_456_000));
        assertThat(walk.hasNext()).isFalse();
        assertThatThrownBy(walk::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void namesMayHoldAnything() throws IOException {
        String[] names = {"with space.txt", "中文/文件 一.txt", "emoji 😀.txt", "plus+percent%41.txt", "tab\tnew\nline.txt", "quote'\"$(x)`.txt", "back\\slash.txt", "[brackets]*?.txt",
            "-rf", "é.txt", "e\u0301.txt"};
        tree.files(names);

        assertThat(tree.found()).containsExactlyInAnyOrder(names);
        for (FoundFile found : (Iterable<FoundFile>) () -> walk()) {
            assertThat(Files.readString(found.file())).isEqualTo("text of " + found.path());
        }
    }

    private WorkspaceWalk walk() {
        try {
            return new WorkspaceFiles(root, List.of()).walk();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void ignoreFilesHoldAtTheirLevelAndBelow() throws IOException {
        tree.file(".gitignore", "*.log\n/only-here.txt\nbuild/\ndocs/*.html\n");
        tree.file("sub/.gitignore", "!keep.log\n/anchored.txt\n");
        tree.files("a.log", "only-here.txt", "sub/only-here.txt", "build/x.txt", "sub/build/x.txt", "other/build", "docs/a.html", "docs/deep/a.html", "sub/keep.log", "sub/deep/keep.log",
                "sub/anchored.txt", "sub/deep/anchored.txt");

        assertThat(tree.found()).containsExactly(".gitignore", "docs/deep/a.html", "other/build", "sub/.gitignore", "sub/deep/anchored.txt", "sub/deep/keep.log", "sub/keep.log",
                "sub/only-here.txt");
    }

    @Test
    void whatLiesInAnIgnoredDirectoryCannotBeTakenBack() throws IOException {
        tree.file(".gitignore", "out/\n!out/keep.txt\nlogs/*\n!logs/keep.txt\n");
        tree.file("out/.gitignore", "!*\n");
        tree.files("out/keep.txt", "logs/keep.txt", "logs/gone.txt");

        assertThat(tree.found()).containsExactly(".gitignore", "logs/keep.txt");
    }

    @Test
    void anIgnoreFileMayIgnoreEverything() throws IOException {
        tree.file(".gitignore", "*\n");
        tree.files("a.txt", "b/c.txt");

        assertThat(tree.found()).isEmpty();

        tree.file(".gitignore", "*\n!*/\n!*.java\n");
        tree.files("b/D.java");
        assertThat(tree.found()).containsExactly("b/D.java");
    }

    @Test
    void gitsOwnExcludesAreAskedLast() throws IOException {
        tree.file(".git/info/exclude", "*.tmp\nlocal/\n");
        tree.file(".gitignore", "!wanted.tmp\n");
        tree.files("a.tmp", "b/a.tmp", "wanted.tmp", "local/x.txt", ".git/config", "b/.git/config", "c/.git");

        assertThat(tree.found()).containsExactly(".gitignore", "wanted.tmp");
    }

    @Test
    void caravansIgnoreFileWinsOverGits() throws IOException {
        tree.file(".gitignore", "generated/\n");
        tree.file(".caravanignore", "!generated/\nsecret.txt\n");
        tree.file("deep/.gitignore", "!secret.txt\n");
        tree.files("generated/Api.java", "deep/secret.txt", "deep/open.txt");

        assertThat(tree.found()).containsExactly(".caravanignore", ".gitignore", "deep/.gitignore", "deep/open.txt", "generated/Api.java");
    }

    @Test
    void settingsWinOverAll() throws IOException {
        tree.file(".gitignore", "!*.pem\nhidden.txt\n");
        tree.file(".caravanignore", "!*.pem\n");
        tree.files("key.pem", "a/key.pem", "hidden.txt", "a/vendor/x.c", "vendor/x.c");

        assertThat(tree.found("*.pem", "/vendor/", "!hidden.txt")).containsExactly(".caravanignore", ".gitignore", "a/vendor/x.c", "hidden.txt");
    }

    @Test
    void dependenciesAreNeverEntered() throws IOException {
        tree.file(".gitignore", "!node_modules\n");
        tree.files("node_modules/a/index.js", "web/node_modules/b/index.js", "web/index.js");

        assertThat(tree.found()).containsExactly(".gitignore", "web/index.js");
    }

    @Test
    void ignoreFilesMayHaveWindowsLineEndsAByteOrderMarkAndNonsense() throws IOException {
        tree.file(".gitignore", "\uFEFF*.log\r\n# *.txt\r\n\r\n[\r\n\\\r\n!\r\n/\r\n!!\r\nfoo[\r\n  \r\n*.tmp   \r\nlast.md");
        tree.files("a.log", "a.txt", "a.tmp", "last.md");

        assertThat(tree.found()).containsExactly(".gitignore", "a.txt");
    }

    @Test
    void nothingOutsideIsReachedBySymbolicLinks() throws IOException {
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
    void gitsExcludesAreNotReadThroughALink() throws IOException {
        Path outside = Files.createDirectories(place.resolve("outside/info")).getParent();
        Files.writeString(outside.resolve("info/exclude"), "*.txt\n");
        Files.createSymbolicLink(root.resolve(".git"), outside);
        tree.files("a.txt");

        assertThat(tree.found()).containsExactly("a.txt");
    }

    @Test
    void theRootItselfMayBeALink() throws IOException {
        tree.files("a.txt");
        Path link = Files.createSymbolicLink(place.resolve("link"), root);

        assertThat(new Tree(link).found()).containsExactly("a.txt");
    }

    @Test
    void whatIsNoFileIsPassedOver() throws IOException, InterruptedException {
        Needs.program(Path.of("/usr/bin/mkfifo"), "coreutils");
        tree.files("a.txt");
        assertThat(new ProcessBuilder("/usr/bin/mkfifo", root.resolve("pipe").toString()).start().waitFor()).isZero();

        assertThat(tree.found()).containsExactly("a.txt");
    }

    /** As root there are none, and the walk goes into all. */
    @Test
    void directoriesThatCannotBeReadAreCounted() throws IOException {
        tree.files("a.txt", "closed/b.txt", "c.txt");
        Files.setPosixFilePermissions(root.resolve("closed"), PosixFilePermissions.fromString("---------"));
        try {
            boolean isRoot = Files.isReadable(root.resolve("closed"));
            WorkspaceWalk walk = new WorkspaceFiles(root, List.of()).walk();

            assertThat(Tree.found(walk)).containsExactlyElementsOf(isRoot ? List.of("a.txt", "c.txt", "closed/b.txt") : List.of("a.txt", "c.txt"));
            assertThat(walk.unreadable()).isEqualTo(isRoot ? 0 : 1);
        } finally {
            Files.setPosixFilePermissions(root.resolve("closed"), PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void aDirectoryMayVanishOrBecomeALinkWhileTheWalkIsOnItsWay() throws IOException {
        Path outside = Files.createDirectory(place.resolve("outside"));
        Files.writeString(outside.resolve("secret.txt"), "secret");
        tree.files("a.txt", "gone/b.txt", "swapped/c.txt", "z.txt");
        WorkspaceWalk walk = new WorkspaceFiles(root, List.of()).walk();
        assertThat(walk.next().path()).isEqualTo("a.txt");
        for (String directory : List.of("gone/b.txt", "gone", "swapped/c.txt", "swapped")) {
            Files.delete(root.resolve(directory));
        }
        Files.createSymbolicLink(root.resolve("swapped"), outside);

        assertThat(Tree.found(walk)).containsExactly("z.txt");
        assertThat(walk.unreadable()).isZero();
    }

    @Test
    void aRootThatIsNotThereIsAnError() throws IOException {
        tree.files("a.txt");

        assertThatThrownBy(() -> new WorkspaceFiles(root.resolve("nowhere"), List.of()).walk()).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> new WorkspaceFiles(root.resolve("a.txt"), List.of()).walk()).isInstanceOf(NotDirectoryException.class);
    }

    @Test
    void thousandsOfFilesAreFoundOnceEach() throws IOException {
        TreeSet<String> expected = new TreeSet<>();
        for (int i = 0; i < 3_000; i++) {
            String path = "d" + i % 7 + "/e" + i % 61 + "/f" + i + ".txt";
            tree.file(path, "x");
            if (i % 7 != 3) {
                expected.add(path);
            }
        }

        assertThat(tree.found("d3/")).containsExactlyElementsOf(expected);
    }

    @Test
    void directoriesMayBeNestedDeep() throws IOException {
        String deep = "d/".repeat(300) + "f.txt";
        tree.files(deep);

        assertThat(tree.found()).containsExactly(deep);
    }

    @Test
    void aPatternThatIsMadeToBeSlowHoldsNothingUp() throws IOException {
        tree.file(".gitignore", "*a*a*a*a*a*a*a*a*a*a*a*b\n" + "**/".repeat(100) + "x\n" + "[".repeat(3_000) + "\n");
        String name = "a".repeat(250);
        tree.files(name);

        long began = System.nanoTime();
        assertThat(tree.found()).containsExactly(".gitignore", name);
        assertThat(System.nanoTime() - began).isLessThan(30_000_000_000L);
    }
}
