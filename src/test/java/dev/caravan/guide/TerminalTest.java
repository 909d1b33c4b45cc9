package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A terminal tells whether a page's command succeeded, and prints what the command prints. */
class TerminalTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            echo well | 0
            false | 1
            (exit 7) | 7
            ls /no/such/folder; echo later | 2
            no-such-program-here | 127
            f() { return 3; }; f | 3
            echo text > /no/such/folder/file | 1
            if false; then echo a; else echo b; fi | 0
            until true; do sleep 1; done | 0
            false && echo never; echo later | 0
            fi | 255
            """)
    void exitCodeIsThatOfTheCommandThatFailed(String command, int exitCode) throws IOException {
        try (Terminal terminal = new Terminal(folder, folder)) {
            assertThat(terminal.type(command).exitCode()).isEqualTo(exitCode);
        }
    }

    @Test
    void failureInTheMiddleOfLinesIsNoted() throws IOException {
        try (Terminal terminal = new Terminal(folder, folder)) {
            assertThat(terminal.type("echo first\n(exit 4)\necho last")).isEqualTo(new Terminal.Typed("first\nlast\n\n", 4));
            assertThat(terminal.type("echo again").exitCode()).as("each command has its own exit code").isZero();
        }
    }

    @Test
    void variablesStayAndAnEndedShellIsAFailure() throws IOException {
        try (Terminal terminal = new Terminal(folder, folder)) {
            terminal.type("KEY=abc");
            assertThat(terminal.type("echo $KEY").printed()).startsWith("abc\n");
            assertThat(terminal.type("exit 0").exitCode()).isNotZero();
        }
    }
}
