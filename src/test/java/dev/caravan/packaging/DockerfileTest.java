package dev.caravan.packaging;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be said of the Dockerfile without Docker; {@code .ci/package-check} runs its commands. */
class DockerfileTest {

    private static final Path FILE = Path.of("docker/Dockerfile");
    private static final Path LINTER = Path.of("src/test/packaging/node_modules/dockerfile-utils/bin/dockerfile-utils");

    @TempDir
    private Path directory;

    @Test
    void linterFindsNothing() throws Exception {
        Needs.npm(Path.of("src/test/packaging"));
        String text = Files.readString(FILE);

        assertThat(lint(text)).isEmpty();
        assertThat(lint(text.replace("USER ", "USR "))).contains("USR");
        assertThat(lint(text.replace("EXPOSE 8080", "EXPOSE http"))).contains("http");
        assertThat(lint(text.replace("--interval=10s", "--interval=often"))).contains("often");
    }

    @Test
    void baseImagesHaveOneVersion() throws IOException {
        List<String> images = Files.readString(FILE).lines().filter(line -> line.startsWith("FROM ")).toList();

        assertThat(images).hasSize(2).allMatch(image -> image.matches("FROM [a-z/-]+:\\d+\\.\\d+\\.\\d+[a-z0-9_.-]*( AS build)?"));
    }

    @Test
    void copiedFilesExistAndAreNotIgnored() throws IOException {
        List<String> kept = Files.readString(Path.of(".dockerignore")).lines().filter(line -> line.startsWith("!"))
                .map(line -> line.substring(1)).toList();

        for (String line : Files.readString(FILE).lines().filter(line -> line.startsWith("COPY ") && !line.contains("--from=")).toList()) {
            String[] words = line.split(" ");
            for (int word = 1; word < words.length - 1; word++) {
                String source = words[word];
                assertThat(Path.of(source)).exists();
                assertThat(kept).as(source).anyMatch(name -> source.equals(name) || source.startsWith(name + "/"));
            }
        }
        assertThat(Path.of("docker/alive")).isExecutable();
    }

    private String lint(String text) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("Dockerfile"), text);
        Process linter = new ProcessBuilder("node", LINTER.toString(), "lint", file.toString()).redirectErrorStream(true).start();
        String said = new String(linter.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(linter.waitFor(30, SECONDS)).isTrue();
        return said;
    }
}
