package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.caravan.McpClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Calls the ci_* tools of a gateway; it checks the metadata of every result against the schema of document 5. */
final class CodeTools {

    private static final Schema METADATA = metadataSchema();

    private static Schema metadataSchema() {
        try (InputStream in = IntelligenceTest.class.getResourceAsStream("/schema/mcp-output-metadata.schema.json")) {
            ObjectNode schema = (ObjectNode) McpClient.JSON.readTree(in);
            schema.remove("$id"); // a name that is no URI
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(schema);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final McpClient client;

    CodeTools(McpClient client) {
        this.client = client;
    }

    /** The result of a call that succeeds. */
    JsonNode call(String tool, String arguments) {
        return result(tool, arguments, false);
    }

    /** The result of a call that fails; its error has a code and a message. */
    JsonNode failed(String tool, String arguments) {
        JsonNode result = result(tool, arguments, true);
        assertThat(result.at("/error/code").asText()).isNotEmpty();
        assertThat(result.at("/error/message").asText()).isNotEmpty();
        return result;
    }

    private JsonNode result(String tool, String arguments, boolean error) {
        JsonNode answer = client.call(tool, McpClient.object(arguments)).result();
        assertThat(answer.get("isError").asBoolean()).as(answer.toString()).isEqualTo(error);
        JsonNode result = answer.get("structuredContent");
        try {
            assertThat(McpClient.JSON.readTree(answer.at("/content/0/text").asText())).isEqualTo(result);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(METADATA.validate(result.path("metadata"))).as(result.toString()).isEmpty();
        assertThat(result.at("/metadata/ckb_available").isBoolean()).isTrue();
        return result;
    }

    /** Has the index built, and waits for it; tries again while Neo4j, which may have just started, is late. */
    void build(String workspace) {
        await().atMost(Duration.ofSeconds(120)).ignoreExceptions()
                .untilAsserted(() -> call("ci_index_status", "{\"action\":\"build\",\"workspace\":\"" + workspace + "\"}"));
        await().atMost(Duration.ofSeconds(60)).until(
                () -> call("ci_index_status", "{\"workspace\":\"" + workspace + "\"}").at("/workspaces/0/state").asText().equals("ready"));
    }
}
