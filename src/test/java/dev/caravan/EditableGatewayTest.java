package dev.caravan;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;

/**
 * A gateway without a database, whose routes are its entries and what a test saves; its event streams have a short heartbeat. It is the
 * shared gateway of {@link OwnGateway#withEntries}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EditableGatewayTest {

    private final OwnGateway.Builder builder = OwnGateway.withEntries().shared();
    private final OwnGateway gateway = builder.start();

    protected final McpClient client = gateway.client();

    private final SettledChanges settled = gateway.settled();
    /** When the last tidying ended, as the folder of edits tells it. */
    private FileTime tidied = lastEdit();

    @AfterAll
    void giveBack() {
        gateway.close();
    }

    /** No event of this test comes to a stream that a later one opens. Does nothing after a test that has edited nothing. */
    @AfterEach
    void removeEdits() throws IOException {
        if (lastEdit().equals(tidied)) {
            return;
        }
        try (Stream<Path> files = Files.list(routes().resolve("edited"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        settled.awaitRemoved("edited");
        await().pollInterval(20, MILLISECONDS)
                .until(() -> list("tools").isEmpty() && list("resources").isEmpty() && list("prompts").isEmpty());
        settle();
        tidied = lastEdit();
    }

    private FileTime lastEdit() {
        try {
            return Files.getLastModifiedTime(routes().resolve("edited"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the edits that are being applied are in effect, and all streams have been told of all changes so far. */
    protected final void settle() {
        settled.settle();
    }

    protected final int port() {
        return gateway.port();
    }

    protected final Path routes() {
        return builder.routes();
    }

    protected final <T> T bean(Class<T> type) {
        return gateway.bean(type);
    }

    protected final void save(String name, String yaml) {
        builder.file(name, yaml);
    }

    protected final void delete(String name) {
        try {
            Files.delete(routes().resolve("edited").resolve(name + ".camel.yaml"));
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
