package dev.caravan.routes;

import static dev.caravan.McpClient.object;
import static dev.caravan.embedded.ServerKind.MONGO;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.RouteYaml;
import dev.caravan.RoutesCopy;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.WithServers;
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
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A gateway with the repository's routes and a folder whose files a test edits; shared by the classes that extend it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithServers(MONGO)
abstract class EditedRoutesTest {

    static final int PORT = FreePorts.pick();

    static final Path ROUTES = copyOfRoutes();

    static final JsonNode READ = McpClient.request("resources/read", object("{\"uri\":\"edit:///page\"}"));

    final McpClient client = new McpClient(PORT);

    @Autowired
    RoutesState.RoutesHealth health;

    @Autowired
    CamelContext camel;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.routes.directory", ROUTES::toString);
    }

    @AfterEach
    void removeEdits() throws IOException {
        try (Stream<Path> files = Files.list(ROUTES.resolve("tools/edited"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.copy(Path.of("routes/call/call.camel.yaml"), ROUTES.resolve("call/call.camel.yaml"), StandardCopyOption.REPLACE_EXISTING);
        await().until(() -> health.health().getStatus().equals(Status.UP) && !list().contains("edited") && !list().contains("stamped"));
    }

    static Path copyOfRoutes() {
        try {
            Path copy = RoutesCopy.to(TemporaryFolder.make("caravan-live-edit"));
            Files.createDirectories(copy.resolve("tools/edited"));
            return copy;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
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
        Files.writeString(ROUTES.resolve("tools/edited").resolve(name), text);
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
        await().pollInterval(10, TimeUnit.MILLISECONDS).until(() -> Gates.of(camel).gate(uri).isHeld());
    }
}
