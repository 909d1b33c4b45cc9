package dev.caravan.routes;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.health.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** Routes that lie in a volume which the kubelet made of a ConfigMap: each is read once, and changes when the ConfigMap does. */
class ConfigMapRoutesTest {

    @TempDir
    private Path place;

    @Test
    void eachFileOfAVolumeIsSeenOnceAndChangesWithTheSwap() throws IOException {
        Path volume = Files.createDirectory(place.resolve("volume"));
        write(volume, "..2026_11_22_15_10_07.1", Map.of("a.camel.yaml", "first", "tools/b.camel.yaml", "first"));
        RouteTree before = RouteTree.of(volume);

        write(volume, "..2026_11_22_15_12_07.2", Map.of("a.camel.yaml", "other", "tools/b.camel.yaml", "first"));
        RouteTree after = RouteTree.of(volume);

        assertThat(before.files()).containsOnlyKeys(volume + "/a.camel.yaml", volume + "/tools/b.camel.yaml");
        assertThat(after.files()).containsOnlyKeys(volume + "/a.camel.yaml", volume + "/tools/b.camel.yaml");
        assertThat(after).isNotEqualTo(before);
        assertThat(after.text(volume + "/a.camel.yaml")).isEqualTo("other");
        assertThat(RouteTree.of(volume)).isEqualTo(after);
    }

    @Test
    void aFileOfTheSameSizeAndTimeIsAnotherAfterTheSwap() throws IOException {
        Path volume = Files.createDirectory(place.resolve("volume"));
        write(volume, "..2026_11_22_15_10_07.1", Map.of("a.camel.yaml", "first"));
        RouteTree before = RouteTree.of(volume);
        var time = Files.getLastModifiedTime(volume.resolve("a.camel.yaml"));

        Path folder = Files.createDirectory(volume.resolve("..2026_11_22_15_12_07.2"));
        Files.setLastModifiedTime(Files.writeString(folder.resolve("a.camel.yaml"), "other"), time);
        swap(volume, folder);

        assertThat(RouteTree.of(volume)).isNotEqualTo(before);
    }

    @Test
    void aLinkThatLeadsInCirclesOrNowhereHidesNothingElse() throws IOException {
        Path folder = Files.createDirectory(place.resolve("folder"));
        Files.createSymbolicLink(folder.resolve("circle"), folder);
        Files.createSymbolicLink(folder.resolve("nowhere"), Path.of("missing"));
        Files.writeString(folder.resolve("a.camel.yaml"), "");
        Path link = Files.createSymbolicLink(place.resolve("link"), folder);

        assertThat(RouteTree.of(folder).files()).containsKey(folder + "/a.camel.yaml").doesNotContainKey(folder + "/circle/a.camel.yaml");
        assertThat(RouteTree.of(link).files()).as("the directory may be a link itself").containsKey(link + "/a.camel.yaml");
    }

    @Test
    void aChangedConfigMapChangesTheToolsOfARunningGateway() throws IOException {
        Path routes = copyOfRoutes(place.resolve("routes"));
        Path volume = Files.createDirectory(routes.resolve("own"));
        write(volume, "..2026_11_22_15_10_07.1", Map.of("hello.camel.yaml", tool("hello", "Says one"), "more/bye.camel.yaml", tool("bye", "Says two")));
        int port = GatewayTest.freePort();
        McpClient client = new McpClient(port);

        try (ConfigurableApplicationContext gateway = OwnGateway.start(port, routes, Map.of())) {
            RoutesHealth health = gateway.getBean(RoutesHealth.class);
            assertThat(health.health().getStatus()).as(health.health().toString()).isEqualTo(Status.UP);
            assertThat(descriptions(client)).contains("Says one", "Says two");

            write(volume, "..2026_11_22_15_12_07.2", Map.of("hello.camel.yaml", tool("hello", "Says three"), "more/bye.camel.yaml", tool("bye", "Says four")));

            await().atMost(10, SECONDS).untilAsserted(() ->
                    assertThat(descriptions(client)).contains("Says three", "Says four").doesNotContain("Says one", "Says two"));
            assertThat(health.health().getStatus()).as(health.health().toString()).isEqualTo(Status.UP);
        }
    }

    private static List<String> descriptions(McpClient client) {
        List<String> descriptions = new ArrayList<>();
        JsonNode tools = client.legacy("2025-11-25", "tools/list", McpClient.object("{}"), "ListToolsResult").result().get("tools");
        tools.forEach(tool -> descriptions.add(tool.get("description").asText()));
        return descriptions;
    }

    private static String tool(String name, String description) {
        return """
                - route:
                    id: %1$s
                    description: %2$s
                    from:
                      uri: ai-tool:%1$s
                      parameters:
                        description: %2$s
                        tags: documents
                        argSchema: '{"type":"object","properties":{}}'
                        readOnlyHint: true
                      steps:
                        - setBody:
                            constant: hello
                """.formatted(name, description);
    }

    /** As the kubelet does it (AtomicWriter): a folder of its own for each state, shown by links through {@code ..data}, which is exchanged by renaming. */
    private static void write(Path volume, String state, Map<String, String> files) throws IOException {
        Path folder = Files.createDirectory(volume.resolve(state));
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        swap(volume, folder);
        for (String name : files.keySet()) {
            Path top = Path.of(name).getName(0);
            if (!Files.exists(volume.resolve(top))) {
                Files.createSymbolicLink(volume.resolve(top), Path.of("..data").resolve(top));
            }
        }
    }

    private static void swap(Path volume, Path folder) throws IOException {
        Path data = volume.resolve("..data");
        Path before = Files.exists(data) ? data.toRealPath() : null;
        Path renamed = Files.createSymbolicLink(volume.resolve("..data_tmp"), folder.getFileName());
        Files.move(renamed, data, StandardCopyOption.ATOMIC_MOVE);
        if (before != null) {
            try (Stream<Path> old = Files.walk(before)) {
                for (Path path : old.sorted((one, other) -> other.compareTo(one)).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static Path copyOfRoutes(Path copy) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("routes"))) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(Path.of("routes").relativize(file)));
            }
        }
        return copy;
    }
}
