package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A file that never ends, that waits for a writer, or that is far too long is refused by its name. Its neighbours serve, and the gateway
 * lives.
 */
@Tag("full")
class UnreadableFilesTest {

    private static final long HUGE = 700L * 1024 * 1024;

    private static Path device(Path link) throws IOException {
        Files.createDirectories(link.getParent());
        Files.deleteIfExists(link);
        return Files.createSymbolicLink(link, Path.of("/dev/zero"));
    }

    private static Path pipe(Path file) throws Exception {
        Files.createDirectories(file.getParent());
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
        return file;
    }

    private static Path huge(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (RandomAccessFile zeros = new RandomAccessFile(file.toFile(), "rw")) {
            zeros.setLength(HUGE); // takes no place on the disk
        }
        return file;
    }

    private static void answers(OwnGateway gateway, String tool) throws Exception {
        JsonNode result = gateway.client()
                .modern("tools/call", McpClient.object("{\"name\":\"" + tool + "\",\"arguments\":{}}"), "CallToolResult").result();
        assertThat(result.toString()).contains("hello");
    }

    @Test
    void routesBesideThemServe() throws Exception {
        OwnGateway.Builder builder = OwnGateway.withEntries().tool("first", "x", "hello");
        Path edited = builder.routes().resolve("edited");
        device(edited.resolve("zero.camel.yaml"));
        pipe(edited.resolve("pipe.camel.yaml"));
        Files.createDirectories(edited.resolve("folder.camel.yaml"));
        try (GatewayLog log = GatewayLog.record(); OwnGateway gateway = builder.start()) {
            log.awaits("zero.camel.yaml", "no regular file").awaits("pipe.camel.yaml", "no regular file");
            answers(gateway, "first");

            huge(edited.resolve("huge.camel.yaml"));
            log.awaits("huge.camel.yaml", "more than 4 MB");
            builder.tool("second", "x", "hello again");
            log.awaits("Routes file applied", "second.camel.yaml");
            answers(gateway, "second");
            answers(gateway, "first");
        }
    }

    @Test
    void sourcesAreReadAlike() throws Exception {
        Path folder = TemporaryFolder.make("unreadable");
        Path upstream = folder.resolve("servers/other.yaml");
        OwnGateway.Builder builder = OwnGateway.withEntries().tool("first", "x", "hello")
                .set("upstream.directory", folder.resolve("servers"))
                .set("apis.directory", folder.resolve("apis"))
                .set("kamelets.directory", folder.resolve("kamelets")).set("recall.local", true)
                .set("recall.toolboxes", folder.resolve("toolboxes"))
                .set("recall.knowledge-networks", folder.resolve("networks"));
        device(folder.resolve("apis/zero.openapi.yaml"));
        pipe(folder.resolve("apis/pipe.openapi.json"));
        Files.writeString(folder.resolve("apis/good.openapi.yaml"), "openapi: 3.0.0\npaths: {}\nservers: [{url: 'http://127.0.0.1:1'}]\n");
        Files.copy(folder.resolve("apis/good.openapi.yaml"), folder.resolve("apis/settings.openapi.yaml"));
        huge(folder.resolve("apis/settings.yaml"));
        device(folder.resolve("kamelets/zero.yaml"));
        pipe(folder.resolve("kamelets/pipe.yaml"));
        huge(folder.resolve("kamelets/huge.yaml"));
        device(folder.resolve("toolboxes/zero.openapi.yaml"));
        huge(folder.resolve("toolboxes/huge.openapi.yaml"));
        pipe(folder.resolve("networks/pipe.yaml"));
        huge(folder.resolve("networks/huge.yaml"));
        try (GatewayLog log = GatewayLog.record(); OwnGateway gateway = builder.start()) {
            for (String file : new String[]{"apis/zero.openapi.yaml", "apis/pipe.openapi.json", "kamelets/zero.yaml", "kamelets/pipe.yaml",
                "toolboxes/zero.openapi.yaml", "networks/pipe.yaml"}) {
                log.awaits(file, "no regular file");
            }
            for (String file : new String[] {"apis/settings", "kamelets/huge.yaml", "toolboxes/huge.openapi.yaml", "networks/huge.yaml"}) {
                log.awaits(file, "more than 4 MB");
            }
            log.awaits("API offered name=good");
            device(upstream);
            log.awaits("servers/other.yaml", "no regular file");
            answers(gateway, "first");
        }
    }
}
