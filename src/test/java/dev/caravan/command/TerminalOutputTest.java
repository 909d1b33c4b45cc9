package dev.caravan.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Caravan;
import dev.caravan.Needs;
import dev.caravan.embedded.ChildJvm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts fit a real terminal of 60 columns. A terminal without colours gets none, and neither does a file or a pipe. */
@Tag("nightly")
class TerminalOutputTest {

    private static final int COLUMNS = 60;
    private static final String ESCAPE = "\u001b";

    @BeforeAll
    static void needs() {
        Needs.program(Path.of("/usr/bin/script"), "bsdutils");
    }

    /** Returns what a terminal shows. */
    private static String shown(String variables, String... arguments) throws Exception {
        String command = String.join("' '", ChildJvm.command(Caravan.class, arguments));
        return printed("script", "-qefc", "stty cols " + COLUMNS + "; " + variables + " '" + command + "'", "/dev/null");
    }

    private static String printed(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return printed.replace("\r", "");
    }

    @Test
    void helpAndRefusalsFit() throws Exception {
        for (String[] arguments : List.of(new String[] {"--help"}, new String[] {"call", "--help"}, new String[] {"key", "new", "--help"},
                new String[] {"validat"})) {
            assertThat(shown("TERM=xterm", arguments)).isNotBlank().doesNotContain(ESCAPE)
                    .satisfies(text -> assertThat(text.lines()).allMatch(line -> line.length() <= COLUMNS));
        }
    }

    /** The start fails behind the checks, so that the gateway has logged something when it ends. */
    @Test
    void onlyATerminalWithColoursGetsColours(@TempDir Path folder) throws Exception {
        Files.createDirectories(folder.resolve("servers"));
        Files.writeString(folder.resolve("upstream.yaml"), "a: 1\n");
        String[] ends = {"--server.port=0", "--caravan.http.port=0", "--caravan.upstream.directory=" + folder.resolve("servers")};

        assertThat(shown("TERM=xterm", ends)).contains("Starting Caravan", ESCAPE);
        assertThat(shown("TERM=dumb", ends)).contains("Starting Caravan").doesNotContain(ESCAPE);
        assertThat(shown("TERM=xterm NO_COLOR=1", ends)).contains("Starting Caravan").doesNotContain(ESCAPE);
        assertThat(printed(ChildJvm.command(Caravan.class, ends).toArray(String[]::new))).contains("Starting Caravan")
                .doesNotContain(ESCAPE);
    }
}
