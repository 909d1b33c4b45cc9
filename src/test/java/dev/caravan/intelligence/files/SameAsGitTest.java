package dev.caravan.intelligence.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the walk finds, against {@code git ls-files}. */
class SameAsGitTest {

    private static final List<String> NAMES = List.of("a", "b", "foo", "bar", "foo.txt", "bar.log", "build", "Foo", "f o", ".hidden", "中文",
            "a.b.c", "#x", "!y");
    private static final List<String> PATTERNS = List.of("foo", "/foo", "foo/", "/foo/", "*.txt", "!foo.txt", "*.log", "!bar.log", "a/b",
            "/a/b", "a/*", "!a/b", "a/**", "**/foo", "**/foo/bar",
            "foo/**/bar", "b/", "!b/", "[ab]", "[!a]", "[^b].*", "[a-c]*", "f?o", "f\\ o", "\\#x", "\\!y", "# comment", "", "*", "!*",
            "!*/", "/*", "!/a", "build", "!build/", "*.b.*", "中*", "?",
            ".*", "!.hidden", "foo*", "foo.txt ", "**", "**/", "/**/a", "a/**/", "*/b", "!*/b", "*/*/foo", "Foo", "f*o", "a/b/c",
            "[[:upper:]]*", "[]a]", "[a", "a]", "\\a", "***", "a**b", "**.txt");

    @TempDir
    private Path root;
    private Tree tree;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        Needs.installed(Stream.of(System.getenv("PATH").split(":")).anyMatch(folder -> Files.isExecutable(Path.of(folder, "git"))),
                "apt-get install git");
        tree = new Tree(root);
        git("init", "-q");
    }

    @Test
    void walkFindsTheFilesOfGit() throws IOException, InterruptedException {
        tree.file(".gitignore", """
                # Java
                target/
                !src/**/target/
                *.class
                /config/local*.yaml
                !/config/local-example.yaml
                **/generated/*
                !**/generated/keep/
                docs/*.pdf
                data[0-9].csv
                trailing\\ \s
                \\#notes#
                """);
        tree.file("web/.gitignore", "dist\n!/src/dist\n*.tmp\n!important.tmp\n");
        tree.file("web/src/.gitignore", "/dist/*\n!/dist/keep.js\n");
        tree.file(".git/info/exclude", "*.swp\nscratch/\n");
        tree.files("pom.xml", "target/a.txt", "module/target/a.txt", "src/x/target/A.java", "src/A.class", "config/local.yaml",
                "config/local-example.yaml", "sub/config/local.yaml",
                "x/generated/a.txt", "x/generated/keep/a.txt", "docs/a.pdf", "docs/b/a.pdf", "data1.csv", "dataX.csv", "trailing ",
                "#notes#", "web/dist/a.js", "web/src/dist/a.js",
                "web/src/dist/keep.js", "web/a.tmp", "web/deep/important.tmp", "a.swp", "scratch/a", "web/scratch/a", "中文/文件.txt",
                "emoji😀 name.txt");
        git("add", "pom.xml", "docs/b/a.pdf");

        assertThat(tree.found()).containsExactlyInAnyOrderElementsOf(listed()).contains("web/src/dist/keep.js", "x/generated/keep/a.txt")
                .hasSizeGreaterThan(10);
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void walkAndGitAgreeOnRandomRules(long seed) throws IOException, InterruptedException {
        Random random = new Random(seed);
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            StringBuilder path = new StringBuilder("top");
            for (int depth = random.nextInt(4); depth >= 0; depth--) {
                path.append('/').append(NAMES.get(random.nextInt(NAMES.size())));
            }
            paths.add(path.toString());
        }
        for (String path : paths) {
            boolean free = paths.stream().noneMatch(other -> other.startsWith(path + "/") || path.startsWith(other + "/"));
            if (free) {
                tree.files(path.substring("top/".length()));
            }
        }
        List<Path> directories;
        try (Stream<Path> all = Files.walk(root)) {
            directories = all.filter(Files::isDirectory).filter(directory -> !directory.startsWith(root.resolve(".git"))).sorted().toList();
        }
        for (int round = 0; round < 8; round++) {
            StringBuilder told = new StringBuilder();
            for (Path directory : directories) {
                Files.deleteIfExists(directory.resolve(".gitignore"));
                if (directory.equals(root) || random.nextInt(4) == 0) {
                    String rules = String.join("\n",
                            random.ints(1 + random.nextInt(5), 0, PATTERNS.size()).mapToObj(PATTERNS::get).toList());
                    Files.writeString(directory.resolve(".gitignore"), rules);
                    told.append(root.relativize(directory)).append(": ").append(rules.replace("\n", " | ")).append('\n');
                }
            }

            assertThat(tree.found()).as(told.toString()).containsExactlyInAnyOrderElementsOf(listed());
        }
    }

    private List<String> listed() throws IOException, InterruptedException {
        return Stream.of(git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")).filter(path -> !path.isEmpty())
                .distinct().toList();
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-c", "core.excludesFile=/dev/null", "-C", root.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
