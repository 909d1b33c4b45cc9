package dev.caravan;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.embedded.FreePorts;
import dev.caravan.mcp.ListChanges;
import dev.caravan.routes.RoutesState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * A gateway without a database, whose routes are its entries and what a test saves; its event streams have a short
 * heartbeat. Shared by the classes that extend it.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EditableGatewayTest {

    protected static final int MAX_STREAMS = 510;

    private static final int PORT = FreePorts.pick();
    private static final Path ROUTES = RoutesCopy.entries();

    /** When the last tidying ended, as the folder of edits tells it. */
    private static FileTime tidied;

    protected final McpClient client = new McpClient(PORT);

    private SettledChanges settled;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.routes.directory", ROUTES::toString);
        registry.add("caravan.http.heartbeat", () -> "200ms");
        registry.add("caravan.http.max-streams", () -> MAX_STREAMS);
    }

    @BeforeAll
    void settleAtFirst(@Autowired ListChanges changes, @Autowired RoutesState state) {
        settled = new SettledChanges(changes, state);
        settle();
    }

    /** No event of this test comes to a stream that a later one opens. Does nothing after a test that has edited nothing. */
    @AfterEach
    void removeEdits() throws IOException {
        if (Files.getLastModifiedTime(ROUTES.resolve("edited")).equals(tidied)) {
            return;
        }
        try (Stream<Path> files = Files.list(ROUTES.resolve("edited"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        settled.awaitRemoved("edited");
        await().pollInterval(20, MILLISECONDS)
                .until(() -> list("tools").isEmpty() && list("resources").isEmpty() && list("prompts").isEmpty());
        settle();
        tidied = Files.getLastModifiedTime(ROUTES.resolve("edited"));
    }

    /** Waits until the edits that are being applied are in effect, and all streams have been told of all changes so far. */
    protected final void settle() {
        settled.settle();
    }

    protected static int port() {
        return PORT;
    }

    protected static Path routes() {
        return ROUTES;
    }

    protected static void save(String name, String yaml) {
        RoutesCopy.save(ROUTES, name, yaml);
    }

    protected static void delete(String name) {
        try {
            Files.delete(ROUTES.resolve("edited").resolve(name + ".camel.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    protected static String tool(String name, String description, String answer) {
        return RouteYaml.tool(name, "description: " + description, "- setBody:\n    constant: " + answer);
    }

    protected static String prompt(String name, String description) {
        return RouteYaml.route(name, "ai-prompt:" + name, "description: " + description + "\nargument.who: Whom to greet",
                "- setBody:\n    simple: Hello, ${header.who}");
    }

    protected static String resource(String name, String description) {
        return RouteYaml.route(name, "ai-resource:" + name, "resourceUri: edit:///" + name + "\ndescription: " + description,
                "- setBody:\n    constant: content");
    }

    /** The descriptions in {@code tools/list}, {@code resources/list} or {@code prompts/list}, as they are at the moment. */
    protected final List<String> list(String kind) {
        List<String> descriptions = new ArrayList<>();
        JsonNode answer = client.post(McpClient.request(kind + "/list", null).toString()).json();
        answer.at("/result/" + kind).forEach(entry -> descriptions.add(entry.path("description").asText()));
        return descriptions;
    }
}
