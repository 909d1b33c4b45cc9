package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.File;
import java.util.List;
import java.util.Map;

/** An MCP server on standard streams, made with the official Java SDK. */
public final class JavaSdkServer {

    private JavaSdkServer() {
    }

    /** The words that start it. */
    public static List<String> command() {
        return List.of(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java", "-XX:TieredStopAtLevel=1",
                "-Dlogback.statusListenerClass=",
                "-cp", System.getProperty("java.class.path"), JavaSdkServer.class.getName());
    }

    public static void main(String[] none) throws InterruptedException {
        McpServer.sync(new StdioServerTransportProvider(new JacksonMcpJsonMapper(new ObjectMapper()))).serverInfo("java-sdk", "1")
                .capabilities(McpSchema.ServerCapabilities.builder().tools(true).build())
                .toolCall(
                        Tool.builder("add",
                                Map.of("type", "object", "properties",
                                        Map.of("a", Map.of("type", "number"), "b", Map.of("type", "number"))))
                                .description("Adds.").build(),
                        (client, request) -> text(String.valueOf(
                                ((Number) request.arguments().get("a")).intValue() + ((Number) request.arguments().get("b")).intValue())))
                .toolCall(Tool.builder("ask", Map.of("type", "object")).description("Asks.").build(), (client, request) -> {
                    ElicitResult answer = client.createElicitation(new ElicitFormRequest("Who?",
                            Map.of("type", "object", "properties", Map.of("name", Map.of("type", "string"))), null));
                    return text(answer.action().name().toLowerCase(java.util.Locale.ROOT) + " " + answer.content().get("name"));
                })
                .build();
        Thread.currentThread().join();
    }

    private static CallToolResult text(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }
}
