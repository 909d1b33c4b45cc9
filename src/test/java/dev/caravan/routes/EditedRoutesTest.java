package dev.caravan.routes;

import static dev.caravan.McpClient.object;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.RouteYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.health.Status;

/** The shared gateway with all routes, whose folder of edited files a test edits. */
abstract class EditedRoutesTest extends GatewayTest {

    static final JsonNode READ = McpClient.request("resources/read", object("{\"uri\":\"edit:///page\"}"));

    @Autowired
    RoutesState.RoutesHealth health;

    @Autowired
    CamelContext camel;

    @AfterEach
    void removeEdits() throws IOException {
        try (Stream<Path> files = Files.list(edited())) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.copy(Path.of("routes/call/call.camel.yaml"), routes().resolve("call/call.camel.yaml"), StandardCopyOption.REPLACE_EXISTING);
        await().until(() -> health.health().getStatus().equals(Status.UP) && !list().contains("edited") && !list().contains("stamped"));
    }

    static String tool(String name, String answer) {
        return RouteYaml.tool(name, "description: A tool of the test's own.\nreadOnlyHint: true", "- setBody:\n    constant: " + answer);
    }

    static String resource(String name, String text) {
        return RouteYaml.route("page", "ai-resource:" + name, "resourceUri: edit:///page\nmimeType: text/plain",
                "- setBody:\n    constant: " + text);
    }

    static JsonNode read(McpClient client) {
        return client.post(READ.toString()).json();
    }

    void reads(String expected) {
        await().pollInterval(20, TimeUnit.MILLISECONDS)
                .until(() -> expected.equals(read(client).at("/result/contents/0/text").asText()));
    }

    static void save(String name, String yaml) throws IOException {
        write(name + ".camel.yaml", yaml);
    }

    static void write(String name, String text) throws IOException {
        Files.writeString(edited().resolve(name), text);
    }

    String answer(String tool) {
        return client.post(McpClient.request("tools/call", object("{}").put("name", tool)).toString()).json()
                .at("/result/structuredContent/data").asText();
    }

    void answers(String tool, String expected) {
        await().pollInterval(20, TimeUnit.MILLISECONDS).until(() -> expected.equals(answer(tool)));
    }

    void broken(String reason) {
        await().pollInterval(20, TimeUnit.MILLISECONDS)
                .until(() -> health.health().getStatus().getCode().equals("DEGRADED") && health.health().toString().contains(reason));
    }

    List<String> list() {
        return client.legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools").findValuesAsText("name");
    }

    /** Waits until a call is on that route. */
    void untilOneIsOn(String route) {
        await().pollInterval(10, TimeUnit.MILLISECONDS).until(() -> camel.getInflightRepository().size(route) == 1);
    }

    /** Waits until the tool's route is being replaced. */
    void untilIsReplaced(String tool) {
        untilIsHeld("ai-tool://" + tool);
    }

    /** Waits until calls to that address are held back, because its route is being replaced or removed. */
    void untilIsHeld(String uri) {
        await().pollInterval(10, TimeUnit.MILLISECONDS).until(() -> GateRegistry.of(camel).gate(uri).isHeld());
    }
}
