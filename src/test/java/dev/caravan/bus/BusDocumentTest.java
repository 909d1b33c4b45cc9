package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.caravan.McpClient;
import dev.caravan.Needs;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The AsyncAPI document is valid, and has the queues and topics of the settings. */
@Tag("nightly")
class BusDocumentTest extends JmsGatewayTest {

    private static final Path PACKAGES = Path.of("src/test/bus");
    private static final Path SCHEMA = PACKAGES.resolve("node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json");

    @Test
    void documentIsValidAndHasTheSettings() throws Exception {
        Needs.npm(PACKAGES);
        String text = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/asyncapi.json")).build(),
                BodyHandlers.ofString()).body();
        JsonNode document = McpClient.JSON.readTree(text);

        assertThat(document.has("asyncapi")).as(text).isTrue();
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(Files.readString(SCHEMA)).validate(document))
                .isEmpty();
        assertThat(document.at("/channels/jmsRequests/address").asText()).isEqualTo(QUEUE);
        assertThat(document.at("/channels/jmsDeadLetters/address").asText()).isEqualTo(DEAD);
        assertThat(document.at("/operations/answerJms/reply/channel/$ref").asText()).isEqualTo("#/channels/jmsAnswers");
        assertThat(text).doesNotContain("{{", broker);
    }
}
