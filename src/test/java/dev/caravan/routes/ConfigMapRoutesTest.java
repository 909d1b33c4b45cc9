package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.RoutesCopy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.health.Status;

/** The tools of a running gateway change when the ConfigMap with its routes changes. */
@Tag("nightly")
class ConfigMapRoutesTest {

    @TempDir
    private Path place;

    @Test
    void changedConfigMapChangesTheTools() throws IOException {
        Path routes = RoutesCopy.to(place.resolve("routes"));
        ConfigMapVolume volume = ConfigMapVolume.in(routes.resolve("own"));
        volume.write("..2026_11_22_15_10_07.1",
                Map.of("hello.camel.yaml", tool("hello", "Says one"), "more/bye.camel.yaml", tool("bye", "Says two")));

        try (OwnGateway gateway = OwnGateway.withRoutes(routes).start()) {
            McpClient client = gateway.client();
            RoutesState.RoutesHealth health = gateway.bean(RoutesState.RoutesHealth.class);
            assertThat(health.health().getStatus()).as(health.health().toString()).isEqualTo(Status.UP);
            assertThat(descriptions(client)).contains("Says one", "Says two");

            volume.write("..2026_11_22_15_12_07.2",
                    Map.of("hello.camel.yaml", tool("hello", "Says three"), "more/bye.camel.yaml", tool("bye", "Says four")));

            await().untilAsserted(() ->
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
        return RouteYaml.tool(name, """
                description: %s
                tags: documents
                argSchema: '{"type":"object","properties":{}}'
                readOnlyHint: true
                """.formatted(description), "- setBody: {constant: hello}");
    }
}
