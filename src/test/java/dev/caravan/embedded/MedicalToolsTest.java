package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Calls the example's MCP server with the SDK's client. Base class of its tests. */
abstract class MedicalToolsTest {

    static final ObjectMapper JSON = new ObjectMapper();

    McpSyncClient client;

    @BeforeEach
    void connect() {
        client = client(SharedServers.get(ServerKind.MEDICAL).address());
    }

    @AfterEach
    void close() {
        client.close();
    }

    static McpSyncClient client(String address) {
        McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder(address).endpoint("/mcp").build()).build();
        client.initialize();
        return client;
    }

    JsonNode plan(String arguments) throws Exception {
        CallToolResult result = call("generate_disease_treatment_plan", arguments);
        assertThat(result.isError()).as(result.toString()).isNotEqualTo(true);
        JsonNode text = JSON.readTree(text(result));
        assertThat(JSON.<JsonNode>valueToTree(result.structuredContent())).isEqualTo(text);
        assertThat(text.fieldNames()).toIterable().containsExactly("treatment_plan");
        return text.get("treatment_plan");
    }

    CallToolResult call(String tool, String arguments) throws Exception {
        @SuppressWarnings("unchecked")
        Map<String, Object> map = JSON.readValue(arguments, Map.class);
        return client.callTool(CallToolRequest.builder(tool).arguments(map).build());
    }

    static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }
}
