package dev.caravan;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.embedded.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** A gateway with a copy of all routes, whose files a test edits while the gateway serves, as an operator does. */
public final class EditedTools implements AutoCloseable {

    private final Path routes;
    private final OwnGateway gateway;
    private final McpClient client;

    private EditedTools(Path routes, OwnGateway gateway) {
        this.routes = routes;
        this.gateway = gateway;
        this.client = gateway.client();
    }

    /** @param settings as of {@link OwnGateway.Builder#settings} */
    public static EditedTools start(ServerKind[] servers, String... settings) {
        Path routes = RoutesCopy.to(TemporaryFolder.make("caravan-edited-tools"));
        return new EditedTools(routes, OwnGateway.withRoutes(routes).servers(servers).settings(settings).start());
    }

    public McpClient client() {
        return client;
    }

    public OwnGateway gateway() {
        return gateway;
    }

    /** The data of a call that succeeds. */
    public JsonNode data(String tool, String arguments) {
        JsonNode envelope = client.envelope(tool, McpClient.object(arguments));
        assertThat(envelope.path("ok").asBoolean()).as(envelope.toString()).isTrue();
        return envelope.get("data");
    }

    /** Replaces a text in a route file, which must be there. */
    public void edit(String file, String text, String replacement) throws IOException {
        String yaml = Files.readString(routes.resolve(file));
        assertThat(yaml).contains(text);
        Files.writeString(routes.resolve(file), yaml.replace(text, replacement));
    }

    /** Waits until a call's data are as expected. */
    public void until(String tool, String arguments, Predicate<JsonNode> expected) {
        untilEnvelope(tool, arguments, envelope -> expected.test(envelope.get("data")));
    }

    /** Waits until a call's envelope is as expected. */
    public void untilEnvelope(String tool, String arguments, Predicate<JsonNode> expected) {
        Awaitility.await().atMost(60, SECONDS).pollInterval(50, MILLISECONDS)
                .until(() -> client.envelope(tool, McpClient.object(arguments)), expected::test);
    }

    @Override
    public void close() {
        gateway.close();
    }
}
