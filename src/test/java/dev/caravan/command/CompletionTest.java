package dev.caravan.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script of {@code caravan completion} completes in bash, and zsh reads it. */
class CompletionTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "caravan va|validate", "caravan --po|--port", "caravan tools --js|--json", "caravan st|state stdio"})
    void bashCompletes(String typed, String expected, @TempDir Path folder) throws Exception {
        Path script = script(folder);
        String words = "COMP_WORDS=(" + typed + ") COMP_CWORD=" + (typed.split(" ").length - 1);

        String completed = run("bash", "-c", "source " + script + "; " + words + "; _complete_caravan; echo ${COMPREPLY[@]}");

        assertThat(completed.split("\\s+")).contains(expected.split(" "));
    }

    @ParameterizedTest
    @CsvSource({"bash -n", "zsh -n"})
    void shellsReadTheScript(String shell, @TempDir Path folder) throws Exception {
        String[] words = shell.split(" ");
        assumeTrue(run("sh", "-c", "command -v " + words[0] + " || true").contains(words[0]));

        assertThat(run(words[0], words[1], script(folder).toString())).isEmpty();
    }

    private static Path script(Path folder) throws IOException {
        CommandRun run = CommandRun.of("completion");
        assertThat(run.code()).isZero();
        return Files.writeString(folder.resolve("caravan.sh"), run.out());
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
