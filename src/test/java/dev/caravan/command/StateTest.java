package dev.caravan.command;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code caravan state} tells each file that has a mistake while the gateway serves, and ends with exit code 1. */
@Tag("full")
class StateTest {

    private static final String KEY = "a-key-in-a-file";
    private static final String KEYS = "cli: {sha256: " + OwnGateway.sha256(KEY) + ", scopes: [tools:read, tools:call]}\n";

    @TempDir
    private Path folder;

    private void write(String file, String text) throws IOException {
        Files.createDirectories(folder.resolve(file).getParent());
        Files.writeString(folder.resolve(file), text);
    }

    @Test
    void filesOfKeysToolsetsAndSourcesAreTold() throws IOException {
        write("keys.yaml", KEYS);
        write("toolsets/desk.yaml", "tools: [hello]\n");
        try (OwnGateway gateway = OwnGateway.withSources(folder).set("security.keys-file", folder.resolve("keys.yaml"))
                .set("toolsets.directory", folder.resolve("toolsets"))
                .settings("security.mode=api-key").tool("hello", "own", "Hello").start()) {
            until(gateway, 0, "routes");

            write("keys.yaml", "cli: {sha256: 12}\n");
            until(gateway, 1, "access +keys +refused: .*keys\\.yaml:1: sha256 must have 64 hexadecimal digits");
            write("keys.yaml", KEYS + "old: {sha256: " + OwnGateway.sha256("old") + ", toolsets: [gone]}\n");
            until(gateway, 1, "access +old +the toolset gone does not exist");
            write("keys.yaml", KEYS);
            write("toolsets/desk.yaml", "tools: [hello, helo]\n");
            until(gateway, 1, "access +desk +.*desk\\.yaml:1: tools: helo selects nothing");
            write("toolsets/desk.yaml", "tool: [hello]\n");
            until(gateway, 1, "access +desk +refused: .*desk\\.yaml:1: the key tool is unknown");
            write("toolsets/desk.yaml", "tools: [hello]\n");
            write("apis/shop.openapi.yaml", "[");
            until(gateway, 1, "apis +shop +refused: .*shop\\.openapi\\.yaml");
            Files.delete(folder.resolve("apis/shop.openapi.yaml"));
            until(gateway, 0, "routes");
        }
    }

    @Test
    void aMistakeIsToldWhileTheSourceServesAsBefore() throws IOException {
        write("servers/far.yaml", "url: http://127.0.0.1:9/mcp\n");
        try (OwnGateway gateway = OwnGateway.withSources(folder).apiKey("cli", KEY, "tools:read,tools:call").start()) {
            until(gateway, 0, "server +far +idle");

            write("servers/far.yaml", "urll: http://127.0.0.1:9/mcp\n");
            until(gateway, 1, "servers +far +refused: .*far\\.yaml:1: .*urll");
            write("servers/far.yaml", "url: http://127.0.0.1:9/mcp\n");
            until(gateway, 0, "server +far +idle");
        }
    }

    @Test
    void aFileThatNeverServedIsToldApart() throws IOException {
        OwnGateway.Builder builder = OwnGateway.withEntries().apiKey("cli", KEY, "tools:read,tools:call")
                .tool("good", "own", "a").file("empty", "");
        try (OwnGateway gateway = builder.start()) {
            until(gateway, 1, "file +\\S*empty\\.camel\\.yaml +refused: the file is empty");
            assertThat(health(gateway)).contains("has no good version that could serve");

            builder.tool("empty", "own", "b");
            until(gateway, 0, "routes");
            builder.file("good", "- rute: {}\n");
            until(gateway, 1, "file +\\S*good\\.camel\\.yaml:1 +refused, its last good version serves: ");
            assertThat(health(gateway)).contains("its last good version serves");
        }
    }

    private static String health(OwnGateway gateway) throws IOException {
        try (InputStream in = URI.create("http://127.0.0.1:" + gateway.operations() + "/actuator/health").toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void until(OwnGateway gateway, int code, String line) {
        await().atMost(60, SECONDS).pollInterval(50, MILLISECONDS).untilAsserted(() -> {
            CommandRun run = CommandRun.of("state", "--url", "http://127.0.0.1:" + gateway.port(), "--key", KEY);
            assertThat(run.out()).containsPattern("(?m)^" + line);
            assertThat(run.code()).as(run.out() + run.err()).isEqualTo(code);
        });
    }
}
