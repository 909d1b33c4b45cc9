package dev.caravan.intelligence.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The walk leaves out what ignore files and settings name, and obeys the nearest rule. */
class WorkspaceIgnoreFilesTest extends WorkspaceTest {

    @Test
    void ignoreFilesApplyToTheirDirectoryAndBelow() throws IOException {
        tree.file(".gitignore", "*.log\n/only-here.txt\nbuild/\ndocs/*.html\n");
        tree.file("sub/.gitignore", "!keep.log\n/anchored.txt\n");
        tree.files("a.log", "only-here.txt", "sub/only-here.txt", "build/x.txt", "sub/build/x.txt", "other/build", "docs/a.html",
                "docs/deep/a.html", "sub/keep.log",
                "sub/deep/keep.log", "sub/anchored.txt", "sub/deep/anchored.txt");

        assertThat(tree.found()).containsExactly(".gitignore", "docs/deep/a.html", "other/build", "sub/.gitignore", "sub/deep/anchored.txt",
                "sub/deep/keep.log", "sub/keep.log",
                "sub/only-here.txt");
    }

    @Test
    void filesOfAnIgnoredDirectoryCannotBeIncludedAgain() throws IOException {
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
    void excludesOfGitComeLast() throws IOException {
        tree.file(".git/info/exclude", "*.tmp\nlocal/\n");
        tree.file(".gitignore", "!wanted.tmp\n");
        tree.files("a.tmp", "b/a.tmp", "wanted.tmp", "local/x.txt", ".git/config", "b/.git/config", "c/.git");

        assertThat(tree.found()).containsExactly(".gitignore", "wanted.tmp");
    }

    @Test
    void ignoreFileOfCaravanOverridesThatOfGit() throws IOException {
        tree.file(".gitignore", "generated/\n");
        tree.file(".caravanignore", "!generated/\nsecret.txt\n");
        tree.file("deep/.gitignore", "!secret.txt\n");
        tree.files("generated/Api.java", "deep/secret.txt", "deep/open.txt");

        assertThat(tree.found()).containsExactly(".caravanignore", ".gitignore", "deep/.gitignore", "deep/open.txt", "generated/Api.java");
    }

    @Test
    void settingsOverrideIgnoreFiles() throws IOException {
        tree.file(".gitignore", "!*.pem\nhidden.txt\n");
        tree.file(".caravanignore", "!*.pem\n");
        tree.files("key.pem", "a/key.pem", "hidden.txt", "a/vendor/x.c", "vendor/x.c");

        assertThat(tree.found("*.pem", "/vendor/", "!hidden.txt")).containsExactly(".caravanignore", ".gitignore", "a/vendor/x.c",
                "hidden.txt");
    }

    @Test
    void dependencyDirectoriesAreSkipped() throws IOException {
        tree.file(".gitignore", "!node_modules\n");
        tree.files("node_modules/a/index.js", "web/node_modules/b/index.js", "web/index.js");

        assertThat(tree.found()).containsExactly(".gitignore", "web/index.js");
    }

    @Test
    void ignoreFilesMayHaveWindowsLineEndsAByteOrderMarkAndInvalidLines() throws IOException {
        tree.file(".gitignore", "\uFEFF*.log\r\n# *.txt\r\n\r\n[\r\n\\\r\n!\r\n/\r\n!!\r\nfoo[\r\n  \r\n*.tmp   \r\nlast.md");
        tree.files("a.log", "a.txt", "a.tmp", "last.md");

        assertThat(tree.found()).containsExactly(".gitignore", "a.txt");
    }

    @Test
    void slowPatternDoesNotDelayTheWalk() throws IOException {
        tree.file(".gitignore", "*a*a*a*a*a*a*a*a*a*a*a*b\n" + "**/".repeat(100) + "x\n" + "[".repeat(3_000) + "\n");
        String name = "a".repeat(250);
        tree.files(name);

        long began = System.nanoTime();
        assertThat(tree.found()).containsExactly(".gitignore", name);
        assertThat(System.nanoTime() - began).isLessThan(30_000_000_000L);
    }
}
