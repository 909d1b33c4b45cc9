package dev.caravan.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.EditableGatewayTest;
import dev.caravan.mcp.stdio.StdioGateway;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The official clients are asked, and told, in the middle of a call; they subscribe to a resource and cancel a call. The TypeScript ones
 * need Node and {@code npm ci}; in CI they may not be skipped.
 */
@Tag("nightly")
class ConversingClientsTest extends EditableGatewayTest {

    @BeforeEach
    void saveRoutes() {
        save("converse", """
                - route:
                    id: converse
                    from:
                      uri: ai-tool:converse
                      parameters: {description: Converse., timeout: 30s}
                      steps:
                        - to:
                            uri: mcp:elicit
                            parameters: {message: Who are you?, field.name: string, field.name.required: true}
                            variableReceive: who
                        - to:
                            uri: mcp:sample
                            parameters: {message: hello}
                            variableReceive: said
                        - to:
                            uri: mcp:roots
                            variableReceive: roots
                        - to:
                            uri: mcp:log
                            parameters: {message: all is answered}
                        - to:
                            uri: mcp:progress
                            parameters: {progress: 3, total: 3}
                        - setBody:
                            simple: ${variable.who[content][name]}, ${variable.said[content][text]}, ${variable.roots[0][uri]}
                - route:
                    id: touch
                    from:
                      uri: ai-tool:touch
                      parameters: {description: Touch.}
                      steps:
                        - to:
                            uri: mcp:updated
                            parameters: {uri: "edit:///watched"}
                - route:
                    id: slow
                    from:
                      uri: ai-tool:slow
                      parameters: {description: Slow., timeout: 60s}
                      steps:
                        - delay: {constant: 50000}
                """);
        save("watched", resource("watched", "Watched."));
        await().until(() -> list("tools").size() == 3 && list("resources").size() == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sdk1", "legacy", "pin"})
    void theTypeScriptClientsConverse(String mode) throws Exception {
        hasConversed(NodeClient.run("converse.mjs", port(), mode), mode);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"sdk1", "legacy", "pin"})
    void theTypeScriptClientsConverseWithAGatewayThatTheyStart(String mode) throws Exception {
        hasConversed(NodeClient.run("converse.mjs", StdioGateway.command(routes()), mode), mode);
    }

    private static void hasConversed(JsonNode seen, String mode) {
        assertThat(seen.get("said").asText()).isEqualTo("name Ada, heard hello, file:///work");
        assertThat(seen.get("logs").toString()).isEqualTo("[\"all is answered\"]");
        assertThat(seen.get("progress").toString()).as("the modern client tells of its rounds, too")
                .isEqualTo(mode.equals("pin") ? "[1,2,3,3]" : "[3]");
        assertThat(seen.get("updated").asText()).isEqualTo("edit:///watched");
        assertThat(seen.get("cancelled").asText()).isEqualTo("cancelled");
        assertThat(seen.get("after").asBoolean()).isTrue();
    }

    @Test
    void theJavaClientConverses() {
        converses(HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + port()).endpoint("/mcp").openConnectionOnStartup(true)
                .build());
    }

    @Test
    void theJavaClientConversesWithAGatewayThatItStarts() throws Exception {
        List<String> command = StdioGateway.command(routes());
        converses(new StdioClientTransport(ServerParameters.builder(command.get(0)).args(command.subList(1, command.size())).build(),
                McpJsonDefaults.getMapper()));
    }

    private static void converses(McpClientTransport transport) {
        Queue<String> logs = new ConcurrentLinkedQueue<>();
        Queue<Double> progress = new ConcurrentLinkedQueue<>();
        Queue<String> updated = new ConcurrentLinkedQueue<>();
        try (McpSyncClient java = McpClient.sync(transport).initializationTimeout(Duration.ofMinutes(2))
                .requestTimeout(Duration.ofMinutes(2))
                .capabilities(McpSchema.ClientCapabilities.builder().elicitation().sampling().roots(true).build())
                .roots(new McpSchema.Root("file:///work", "work"))
                .elicitation(request -> new McpSchema.ElicitResult(McpSchema.ElicitResult.Action.ACCEPT, Map.of("name", "name Ada")))
                .sampling(request -> McpSchema.CreateMessageResult.builder(McpSchema.Role.ASSISTANT, "heard hello", "none").build())
                .loggingConsumer(message -> logs.add(String.valueOf(message.data())))
                .progressConsumer(told -> progress.add(told.progress()))
                .resourcesUpdateConsumer(contents -> contents.forEach(content -> updated.add(content.uri())))
                .build()) {
            java.initialize();
            java.setLoggingLevel(McpSchema.LoggingLevel.INFO);
            java.subscribeResource(new McpSchema.SubscribeRequest("edit:///watched"));

            McpSchema.CallToolResult answer = java
                    .callTool(new McpSchema.CallToolRequest.Builder().name("converse").arguments(Map.of()).progressToken("p").build());
            java.callTool(new McpSchema.CallToolRequest.Builder().name("touch").arguments(Map.of()).build());

            assertThat(dev.caravan.McpClient.JSON.<JsonNode>valueToTree(answer.structuredContent()).get("data").asText())
                    .isEqualTo("name Ada, heard hello, file:///work");
            await().untilAsserted(() -> {
                assertThat(List.copyOf(logs)).containsExactly("all is answered");
                assertThat(List.copyOf(progress)).containsExactly(3.0);
                assertThat(List.copyOf(updated)).contains("edit:///watched");
            });
        }
    }
}
