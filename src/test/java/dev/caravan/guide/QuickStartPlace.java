package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.Caravan;
import dev.caravan.Fork;
import dev.caravan.McpClient;
import dev.caravan.bus.AskOverJms;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.Patience;
import dev.caravan.embedded.QuickStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * The quick start as a newcomer has it: in a fresh folder, with no data. {@code target/caravan/bin/caravan} there, and
 * {@code mvn exec:java}, start what they start in a checkout, but with the class path of the tests.
 */
final class QuickStartPlace implements PageWalk.Place, AutoCloseable {

    private static final List<String> FOLDERS = List.of("routes", "config", "src/main/java/dev/caravan/call/tool",
            "src/main/java/dev/caravan/retrieval");

    private final Path folder;
    private final int port = FreePorts.pick();
    private final int operations = FreePorts.pick();
    private final ChildJvm gateway;

    /** @param servers as in {@code mongo,postgresql} */
    QuickStartPlace(String servers) throws IOException {
        folder = Fork.folder("quick-start").toAbsolutePath();
        forget();
        for (String each : FOLDERS) {
            FileSystemUtils.copyRecursively(Path.of(each), folder.resolve(each));
        }
        Files.writeString(folder.resolve(".caravanignore"), String.join("\n", "/data/", "/programs/", "/target/", "/routes/", "/config/"));
        program(folder.resolve("target/caravan/bin/caravan"), Caravan.class, "\"$@\"");
        program(programs().resolve("mvn"), AskOverJms.class, "${3#-Dexec.args=}"); // mvn -q exec:java -Dexec.args=ADDRESS
        Map<String, String> settings = Patience.settings();
        settings.putAll(Map.of("caravan.http.port", "" + port, "server.port", "" + operations, "caravan.embedded.servers", servers,
                "caravan.embedded.data", "" + folder.resolve("data"), "caravan.embedded.index", "true"));
        gateway = ChildJvm.runIn(folder, QuickStart.class,
                settings.entrySet().stream().map(setting -> "--" + setting.getKey() + "=" + setting.getValue()).toArray(String[]::new));
        await().atMost(Duration.ofMinutes(10)).until(() -> log().contains("Caravan is ready") || !gateway.process().isAlive());
        assertThat(log()).contains("Caravan is ready");
    }

    /** All but the executables that earlier runs have unpacked. */
    private void forget() throws IOException {
        try (Stream<Path> files = Stream.concat(Files.list(folder),
                Files.exists(folder.resolve("data")) ? Files.list(folder.resolve("data")) : Stream.empty())) {
            for (Path file : files.filter(each -> !each.endsWith("data") && !each.endsWith("binaries")).toList()) {
                FileSystemUtils.deleteRecursively(file);
            }
        }
    }

    private void program(Path file, Class<?> main, String arguments) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file,
                "#!/bin/sh\ncd '" + folder + "'\nexec '" + String.join("' '", ChildJvm.command(main)) + "' " + arguments + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Override
    public Path programs() {
        return folder.resolve("programs");
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public Path project() {
        return folder;
    }

    @Override
    public String here(String text) {
        return text.replaceAll("(localhost|127\\.0\\.0\\.1):8080", "$1:" + port).replaceAll("(localhost|127\\.0\\.0\\.1):8081",
                "$1:" + operations);
    }

    @Override
    public String usual(String text) {
        return text.replace(":" + port, ":8080").replace(":" + operations, ":8081");
    }

    /** Waits until tools are found by meaning too, as they are some seconds after the start, or later on a busy machine. */
    @Override
    public void untilToolsAreFoundByMeaning() {
        McpClient client = McpClient.at(port, "/mcp?mode=discover");
        await().atMost(Duration.ofMinutes(10))
                .until(() -> !client.envelope("find_tools", McpClient.object("{\"query\":\"everything\"}")).at("/meta").has("warnings"));
    }

    @Override
    public String log() {
        return gateway.printed();
    }

    @Override
    public void close() {
        try {
            gateway.terminate();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            gateway.close();
        }
    }
}
