package dev.caravan.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The official clients connect, list, call every mongo tool, read the chart app and a document, get a prompt and complete its argument. */
@Tag("full")
class OfficialClientsTest extends GatewayTest {

    @ParameterizedTest
    @ValueSource(strings = {"sdk1", "legacy", "auto", "pin"})
    void theTypeScriptClientsDriveEveryTool(String mode) throws Exception {
        JsonNode seen = NodeClient.run("drive.mjs", port(), mode);
        assertThat(seen.get("server").asText()).isEqualTo("caravan");
        assertThat(seen.get("ok")).hasSize(6).allMatch(JsonNode::asBoolean);
        assertThat(seen.get("tools").toString()).contains("mongo_save_document");
        assertThat(seen.get("missing").asText()).isEqualTo("NOT_FOUND");
        assertThat(seen.get("resources").toString()).isEqualTo("[\"ui://caravan/chart\"]");
        assertThat(seen.get("templates").toString()).isEqualTo(
                "[\"caravan:///results/{id}{?offset,query}\",\"db:///{database}/{table}\",\"document:///{id}\",\"index:///{workspace}\","
                        + "\"tool:///{name}\"]");
        assertThat(seen.get("document").asText()).isEqualTo("by an official client");
        assertThat(seen.get("prompts").toString()).isEqualTo(
                "[\"answer_from_web\",\"draw_chart\",\"explore_code\",\"explore_database\",\"explore_graph\",\"find_and_call\","
                        + "\"recall_action\",\"summarise_documents\"]");
        assertThat(seen.get("prompt").asText()).startsWith("Find out what the knowledge graph knows about this topic: 北京");
        assertThat(seen.get("needs").asInt()).isEqualTo(-32602);
        assertThat(seen.get("databases").toString()).isEqualTo("[\"postgresql\"]");
        assertThat(seen.get("names").toString()).isEqualTo("[\"neo4j_find_path\"]");
        assertThat(seen.at("/chart/mimeType").asText()).isEqualTo("text/html;profile=mcp-app");
        assertThat(seen.at("/chart/text").asInt()).isGreaterThan(1_000_000);
        assertThat(seen.at("/chart/_meta/ui/csp").isObject()).isTrue();
        assertThat(seen.get("nowhere").asInt()).as("the client of the second line shows the legacy code as the modern one")
                .isEqualTo(mode.equals("sdk1") ? -32002 : -32602);
    }

    @Test
    void theJavaClientDrivesEveryTool() {
        try (McpSyncClient java = connect()) {
            assertThat(java.initialize().serverInfo().name()).isEqualTo("caravan");
            Set<String> tools = Set.copyOf(java.listTools().tools().stream().map(McpSchema.Tool::name).toList());
            assertThat(tools).contains("mongo_save_document", "mongo_find_by_id", "mongo_find_by_topic", "mongo_find_all",
                    "mongo_update_document", "mongo_delete_document");

            JsonNode saved = call(java, "mongo_save_document", Map.of("topic", "java", "content", "by the SDK"));
            String id = saved.at("/data/id").asText();
            assertThat(call(java, "mongo_find_by_id", Map.of("id", id)).at("/data/topic").asText()).isEqualTo("java");
            assertThat(call(java, "mongo_find_by_topic", Map.of("topic", "JAVA")).at("/data/items")).isNotEmpty();
            assertThat(call(java, "mongo_find_all", Map.of()).at("/data/items")).isNotEmpty();
            assertThat(
                    call(java, "mongo_update_document", Map.of("id", id, "patch", Map.of("content", "c"))).at("/data/updated").asBoolean())
                    .isTrue();
            assertThat(call(java, "mongo_delete_document", Map.of("id", id)).at("/data/deleted").asBoolean()).isTrue();
        }
    }

    @Test
    void theJavaClientListsAndReadsTheChartApp() {
        try (McpSyncClient java = connect()) {
            assertThat(java.initialize().capabilities().resources()).isNotNull();
            assertThat(java.listResources().resources()).anySatisfy(resource -> {
                assertThat(resource.uri()).isEqualTo("ui://caravan/chart");
                assertThat(resource.mimeType()).isEqualTo("text/html;profile=mcp-app");
                assertThat(resource.meta()).containsKey("ui");
            });
            assertThat(java.listResourceTemplates().resourceTemplates()).extracting(McpSchema.ResourceTemplate::uriTemplate)
                    .containsExactly("caravan:///results/{id}{?offset,query}", "db:///{database}/{table}", "document:///{id}",
                            "index:///{workspace}", "tool:///{name}");

            var read = java.readResource(McpSchema.ReadResourceRequest.builder("ui://caravan/chart").build()).contents();

            assertThat(read).singleElement().isInstanceOfSatisfying(McpSchema.TextResourceContents.class, page -> {
                assertThat(page.text()).startsWith("<!doctype html>").contains("echarts").contains("ui/initialize");
                assertThat(page.meta()).containsKey("ui");
            });
        }
    }

    private static McpSyncClient connect() {
        return io.modelcontextprotocol.client.McpClient.sync(
                HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + port()).endpoint("/mcp").build()).build();
    }

    private static JsonNode call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        McpSchema.CallToolResult result = client.callTool(new McpSchema.CallToolRequest(tool, arguments));
        return McpClient.JSON.valueToTree(result.structuredContent());
    }
}
