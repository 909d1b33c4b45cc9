package dev.caravan.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code caravan validate} checks what it is given, relative to where the user stands, and says where each problem is. */
@Tag("full")
class ValidateTest {

    private static final String GOOD = "- route: {id: %1$s, from: {uri: 'direct:%1$s', steps: [{log: x}]}}\n";
    private static final String BAD = "- route:\n    id: bad\n    from: {uri: 'direct:bad', steps: [{logg: x}]}\n";

    @TempDir
    private Path folder;

    private Path save(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void filesAndFoldersAreRelativeToTheCaller() throws IOException {
        save("routes/good.camel.yaml", GOOD.formatted("good"));
        save("routes/deep/bad.camel.yaml", BAD);
        save("routes/notes.txt", "- route:");
        Path single = save("one.camel.yaml", GOOD.formatted("one"));

        CommandRun all = CommandRun.in(folder, "validate", "routes", "one.camel.yaml");
        assertThat(all.out().lines()).hasSize(2)
                .anySatisfy(line -> assertThat(line).startsWith(folder.resolve("routes/deep/bad.camel.yaml") + ":3:").contains("logg"))
                .contains("3 files, 2 routes, 1 problems");
        assertThat(all.code()).isEqualTo(1);

        CommandRun good = CommandRun.in(folder, "--validate", single.toString());
        assertThat(good.out()).isEqualTo("1 files, 1 routes, 0 problems\n");
        assertThat(good.code()).isZero();
    }

    @Test
    void aFileStandsInForItsCopyAndUsesTheOthers() throws IOException {
        String shipped = Files.readString(Path.of("routes/tools/documents/mongo_find_all.camel.yaml"));
        save("edited.camel.yaml", shipped);
        save("clash.camel.yaml", GOOD.formatted("mine").replace("direct:mine", "ai-tool:mongo_find_by_id"));
        save("README.md", "no routes");

        CommandRun run = CommandRun.in(folder, "validate", "edited.camel.yaml", "clash.camel.yaml", "README.md");

        assertThat(run.out().lines()).hasSize(3)
                .anySatisfy(line -> assertThat(line).startsWith(folder.resolve("clash.camel.yaml:1: ").toString())
                        .contains("already consumed from by route mongo_find_by_id in routes/tools/documents/mongo_find_by_id.camel.yaml"))
                .anySatisfy(line -> assertThat(line).startsWith(folder.resolve("README.md: ").toString()).contains("reads no such file"))
                .contains("2 files, 1 routes, 2 problems");
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void sourcesAreChecked() throws IOException {
        save("servers/good.yaml", "url: http://127.0.0.1:1/mcp\n");
        save("servers/bad.yaml", "url: http://127.0.0.1:1/mcp\nurll: x\n");
        save("kamelets/bad.yaml", "kamelet: no-such-action\n");
        save("toolsets/bad.yaml", "toolz: [a]\n");
        save("keys.yaml", "me:\n  sha256: short\n");
        String settings = "--caravan.upstream.directory=" + folder.resolve("servers");

        CommandRun run = CommandRun.in(folder, "validate", ".", settings, "--caravan.kamelets.directory=" + folder.resolve("kamelets"),
                "--caravan.toolsets.directory=" + folder.resolve("toolsets"),
                "--caravan.security.keys-file=" + folder.resolve("keys.yaml"));

        assertThat(run.out().lines()).hasSize(5)
                .anySatisfy(line -> assertThat(line).startsWith(folder.resolve("servers/bad.yaml") + ":2:").contains("urll"))
                .anySatisfy(line -> assertThat(line).startsWith(folder.resolve("kamelets/bad.yaml") + ":").contains("no-such-action"))
                .anySatisfy(line -> assertThat(line).startsWith(folder.resolve("toolsets/bad.yaml") + ":1:").contains("toolz"))
                .anySatisfy(line -> assertThat(line).startsWith(folder.resolve("keys.yaml") + ":").contains("sha256"))
                .contains("5 files, 0 routes, 4 problems");
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void keysAndToolsetsAreChecked() throws IOException {
        save("toolsets/good.yaml", "tools: [web_search]\n");
        save("toolsets/bad.yaml", "tools: [a]\ntool: [b]\n");
        save("keys.yaml", "ann:\n  sha256: 12\n");
        for (String mode : List.of("none", "api-key")) {
            CommandRun run = CommandRun.in(folder, "validate", ".", "--caravan.toolsets.directory=" + folder.resolve("toolsets"),
                    "--caravan.security.keys-file=" + folder.resolve("keys.yaml"), "--caravan.security.mode=" + mode);

            assertThat(run.out().lines()).hasSize(3)
                    .anySatisfy(line -> assertThat(line).startsWith(folder.resolve("toolsets/bad.yaml") + ":2:").contains("tool"))
                    .anySatisfy(line -> assertThat(line).startsWith(folder.resolve("keys.yaml") + ":2:").contains("sha256"))
                    .contains("3 files, 0 routes, 2 problems");
            assertThat(run.code()).isEqualTo(1);
        }
    }

    @Test
    void theProjectIsChecked() {
        CommandRun run = CommandRun.of("validate");

        assertThat(run.out()).matches("\\d{2,} files, \\d{3,} routes, 0 problems\n");
        assertThat(run.code()).isZero();
    }
}
