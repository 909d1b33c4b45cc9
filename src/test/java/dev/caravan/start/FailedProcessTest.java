package dev.caravan.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Caravan;
import dev.caravan.embedded.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that can't start prints a few lines, and ends with an exit code that tells a supervisor whether to start it again. */
@Tag("nightly")
class FailedProcessTest {

    @TempDir
    Path folder;

    private static String ended(int exitCode, String... arguments) throws IOException, InterruptedException {
        try (ChildJvm gateway = ChildJvm.run(Caravan.class, arguments)) {
            assertThat(gateway.process().waitFor(2, TimeUnit.MINUTES)).as("the gateway ended").isTrue();
            assertThat(gateway.process().exitValue()).isEqualTo(exitCode);
            return gateway.printed();
        }
    }

    @Test
    void aFileThatIsNoYamlIsNamedBeforeAnythingElse() throws Exception {
        Path file = Files.writeString(folder.resolve("more.yaml"), "caravan:\n  http:\n\tport: 8090\n");
        assertThat(ended(2, "--spring.config.import=file:" + file)).isEqualTo("Caravan did not start because a setting is wrong:\n  "
                + file + " line 3 is not YAML: a tab stands where spaces must be. Indent with spaces\n");
    }

    @Test
    void standardStreamsAreToldAlike() throws Exception {
        assertThat(ended(2, "--stdio", "--caravan.tools.timeout=5 s3conds")).isEqualTo("""
                Caravan did not start because a setting is wrong:
                  caravan.tools.timeout on the command line must be a time, such as 500ms, 5s, 2m or 1h
                """);
    }

    /** The settings of a project name the project's places only, not those of the defaults in the jar. */
    @Test
    void aProjectIsToldItsOwnPlaces() throws Exception {
        Files.createDirectories(folder.resolve("config"));
        Files.writeString(folder.resolve("config/application.yaml"), "caravan:\n  security:\n    mode: api-key\n");
        Files.createDirectories(folder.resolve("routes"));
        try (ChildJvm gateway = ChildJvm.runIn(folder, Caravan.class, "--server.port=0")) {
            assertThat(gateway.process().waitFor(2, TimeUnit.MINUTES)).as("the gateway ended").isTrue();
            assertThat(gateway.printed()).isEqualTo("""
                    Caravan did not start because a setting is wrong:
                      caravan.security.mode in config/application.yaml line 3 is api-key, but neither config/keys.yaml nor \
                    caravan.security.keys has a key. Add a key with caravan key new NAME
                    """);
        }
    }

    @Test
    void validateStartsNothing() throws Exception {
        assertThat(ended(2, "validate", "--caravan.http.port=70000"))
                .isEqualTo("A setting is wrong:\n  caravan.http.port on the command line must be a port from 1 to 65535\n");
    }

    @Test
    void debugShowsTheStackTrace() throws Exception {
        assertThat(ended(2, "--debug", "--caravan.http.port=70000"))
                .contains("caravan.http.port on the command line must be a port from 1 to 65535", "\tat dev.caravan.start.");
    }

    /** Its own words, without those of Spring. */
    @Test
    void aFailureBehindTheChecksIsToldInAFewLines() throws Exception {
        Files.createDirectories(folder.resolve("servers"));
        Path former = Files.writeString(folder.resolve("upstream.yaml"), "a: 1\n");
        assertThat(ended(1, "--server.port=0", "--caravan.http.port=0", "--caravan.upstream.directory=" + folder.resolve("servers")))
                .contains("Caravan did not start:\n  " + former + " is not read. Put the settings of each server into a file of its own")
                .doesNotContain("\tat ", "bean", "Exception");
    }
}
