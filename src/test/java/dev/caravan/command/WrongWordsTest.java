package dev.caravan.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing on the command line is ignored: what isn't known is refused with the nearest, and what is known is done. */
class WrongWordsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "validat|validat is no command of caravan. The nearest is validate",
        "studio|studio is no command of caravan. The nearest is stdio",
        "help|help is no command of caravan. The nearest is --help",
        "--prot 9444|--prot is no option of caravan. The nearest is --port",
        "--prot=9444|--prot is no option of caravan. The nearest is --port",
        "--versoin|--versoin is no option of caravan. The nearest is --version",
        "--port|Missing required parameter for option '--port' (PORT)",
        "--port x|Invalid value for option '--port': 'x' is not an int",
        "--port 1 --port 2|option '--port' (PORT) should be specified only once",
        "--port 1 --caravan.http.port=2|--port and --caravan.http.port= are the same setting",
        "--caravan.http.port 8090|--caravan.http.port needs a value: --caravan.http.port=VALUE",
        "caravan.http.port=8090|caravan.http.port=8090: a setting begins with two dashes: --caravan.http.port=8090",
        "stdio now|caravan stdio takes no further word: now",
        "stdio --prt 1|--prt is no option of caravan stdio. The nearest is --port",
        "--stdio --validate|--validate is no option of caravan stdio",
        "frobnicate|frobnicate is no command of caravan",
        "validate src nowhere|nowhere: there is no such file or folder",
        "--config|Missing required parameter for option '--config' (DIR)",
        "--config nowhere|nowhere has neither config/ nor routes/",
        "--config src|src has neither config/ nor routes/"})
    void isRefused(String arguments, String message) {
        CommandRun run = CommandRun.of(arguments.split(" "));

        assertThat(run.err()).contains(message).contains("--help shows what there is").doesNotContain("\tat ", "Exception");
        assertThat(run.err().lines()).hasSizeLessThan(4);
        assertThat(run.out()).isEmpty();
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.serves()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"''", "--caravan.http.port=8090", "--port 8090", "--port 8090 --server.port=0", "--debug", "stdio", "--stdio",
        "--stdio --caravan.tools.timeout=1s", "--caravan.tools.timeout=1s --stdio", "stdio --port 1", "--config .", "--stdio --config=."})
    void serves(String arguments) {
        CommandRun run = CommandRun.of(arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertThat(run.err() + run.out()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.serves()).isTrue();
    }

    @Test
    void aProjectElsewhereNeedsTheLauncher(@TempDir Path folder) throws IOException {
        Files.createDirectory(folder.resolve("routes"));

        CommandRun run = CommandRun.in(folder, "--config", ".");

        assertThat(run.err()).contains("--config needs bin/caravan, and comes first on Windows. Otherwise start the gateway in " + folder);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.serves()).isFalse();
    }

    @Test
    void helpAndVersionServeNothing() {
        assertThat(CommandRun.of("--version").out()).startsWith("caravan ").contains("Java " + Runtime.version());
        assertThat(CommandRun.of("--help").out()).contains("Usage: caravan", "stdio, --stdio", "--port=PORT");
        assertThat(CommandRun.of("validate", "--help").out()).contains("Usage: caravan validate");
        for (String argument : new String[] {"--version", "-V", "--help", "-h"}) {
            assertThat(CommandRun.of(argument)).as(argument).returns(0, CommandRun::code).returns(false, CommandRun::serves)
                    .returns("", CommandRun::err);
        }
    }
}
